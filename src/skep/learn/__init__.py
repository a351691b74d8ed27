"""Learning the game: lessons, the rulebook to look things up in, and puzzles."""
