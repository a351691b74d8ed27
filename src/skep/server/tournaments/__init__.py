"""Tournaments: arenas, Swiss systems, round robins and knockouts."""
