import type en from "./en";

/** All texts of the page in one language. Each language has one file here, named by its two-letter code. */
export type Strings = typeof en;
