/** The key of the context with a function that returns the rotation of the board, in sixths of a turn. */
export const ROTATION = Symbol("the rotation of a review's board");
