"""Text forms of moves, games and positions: generous when read, canonical when written."""
