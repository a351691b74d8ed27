"""Help in games against the computer: hints, threats, blunders."""
