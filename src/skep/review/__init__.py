"""The review of a game: every move judged by the win probability it gave away, and where the game turned."""

from skep.review.efforts import EFFORTS, Effort, EffortName, find_effort
from skep.review.judging import JUDGEMENTS, Judgement
from skep.review.making import judge, review
from skep.review.reviews import Review, ReviewedMove, ReviewedSide
from skep.review.searches import Found, Task, new_engine, search
from skep.review.signature import engine_signature
from skep.review.work import Work, positions

__all__ = [
    "EFFORTS",
    "JUDGEMENTS",
    "Effort",
    "EffortName",
    "Found",
    "Judgement",
    "Review",
    "ReviewedMove",
    "ReviewedSide",
    "Task",
    "Work",
    "engine_signature",
    "find_effort",
    "judge",
    "new_engine",
    "positions",
    "review",
    "search",
]
