"""Help at the table: hints, what is threatened, and a blunder taken back, in games against the computer."""
