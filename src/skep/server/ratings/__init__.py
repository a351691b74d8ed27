"""Ratings: the strength of players, estimated from the results of their rated games."""
