"""Fuzzing of the REST API and the socket: seeded random requests that a client should never send.

``make test`` runs a few seconds of it, ``python -m tests.fuzz SECONDS`` as much as you like. Whatever is sent, the
server answers without an internal error, logs no exception, stores nothing that cannot be read back, and serves the
next game.
"""
