"""Learning the game: lessons, a rulebook to look things up in, and puzzles."""
