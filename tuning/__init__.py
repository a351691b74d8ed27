"""Fitting the evaluation's weights to games: ``python -m tuning.selfplay``, then ``python -m tuning.fit``."""
