"""The school: lessons, the rulebook and puzzles."""
