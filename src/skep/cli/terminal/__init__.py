"""The game in the terminal, for two players at one keyboard or one against the computer."""
