"""The school: lessons, the rulebook and puzzles, told to the page."""
