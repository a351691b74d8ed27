"""The game in the terminal: two people at one keyboard."""
