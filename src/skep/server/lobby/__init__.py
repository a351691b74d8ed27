"""Creating games, taking seats, lists of games."""
