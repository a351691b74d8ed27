"""Fitting the weights of the evaluation to games: ``python -m tuning.selfplay``, then ``python -m tuning.fit``."""
