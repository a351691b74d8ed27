"""The compiled functions of the lab. They are compiled for the CPU and, from the same sources, for the GPU.

``entries`` has the functions that Python calls; each works on a range of the games of a batch. ``records`` defines the
data of a game, ``games`` plays moves, ``actions`` numbers them, and ``planes``, ``tokens`` and ``graph`` write
observations.
"""
