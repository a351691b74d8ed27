"""A fast implementation of the rules, compiled by Numba. It shares no move logic with :mod:`skep.rules`.

``state`` has the class that the rest of the package uses. ``layout`` defines how a position is stored, ``tables``
holds look-up tables, ``hive`` changes a position, ``one_hive`` and ``motions`` find where pieces can go, ``movegen``
combines them, ``perft`` counts, ``symmetry`` computes keys, and ``entry`` has the functions that Python calls.
"""
