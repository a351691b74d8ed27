"""Help in games against the computer: hints, threats, and takebacks of blunders."""
