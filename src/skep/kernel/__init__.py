"""The fast twin of the rules, compiled by Numba. It shares no move logic with :mod:`skep.rules`.

``layout`` says how a position is stored, ``tables`` what is looked up, ``hive`` changes a
position, ``one_hive`` and ``motions`` find where pieces may go, ``movegen`` puts it together,
``perft`` counts, ``symmetry`` names positions, and ``entry`` is all that Python calls.
"""
