"""Attacks on a server on which other people play (``make attack``)."""
