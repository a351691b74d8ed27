"""The pool of engines that think for computer players, analyses and reviews."""
