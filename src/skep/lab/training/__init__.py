"""Training the engine's evaluation on recorded games, with NumPy only."""
