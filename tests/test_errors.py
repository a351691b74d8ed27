from __future__ import annotations

import pickle

from skep import IllegalMove, ImpossiblePosition, NotationError, SkepError


def test_every_error_is_a_value_error() -> None:
    for error in (NotationError, IllegalMove, ImpossiblePosition):
        assert issubclass(error, SkepError)
        assert issubclass(error, ValueError)


def test_long_input_is_truncated_in_the_message() -> None:
    error = NotationError("move", "x" * 10_000, "too long")
    assert len(str(error)) < 200
    assert "(10000 characters)" in str(error)


def test_errors_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(NotationError("move", "zz", "no")))
    assert (str(error), error.text) == ("not a move: 'zz': no", "zz")
