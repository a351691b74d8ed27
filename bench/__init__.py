"""Measurements, as ratios against a peer in the same run: ``python -m bench``."""
