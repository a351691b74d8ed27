"""The game in the terminal, for two players at one keyboard."""
