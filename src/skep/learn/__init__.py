"""Learning the game: puzzles, and how they are found and proved."""
