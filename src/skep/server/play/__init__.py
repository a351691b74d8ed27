"""Live games: one game as a state machine, rooms, clocks, the computer opponent."""
