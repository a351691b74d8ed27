"""Text formats of moves, games and positions: lenient when reading, canonical when writing."""
