"""Reviews of games: a judgement of every move by the win probability it lost, and the turning points."""

from skep.review.build import judge, review
from skep.review.efforts import EFFORTS, Effort, EffortName, find_effort
from skep.review.judgement import JUDGEMENTS, Judgement
from skep.review.plan import ReviewPlan, positions
from skep.review.reviews import Review, ReviewedMove, ReviewedSide
from skep.review.searches import SearchResult, SearchTask, new_engine, search
from skep.review.signature import engine_signature

__all__ = [
    "EFFORTS",
    "JUDGEMENTS",
    "Effort",
    "EffortName",
    "Judgement",
    "Review",
    "ReviewPlan",
    "ReviewedMove",
    "ReviewedSide",
    "SearchResult",
    "SearchTask",
    "engine_signature",
    "find_effort",
    "judge",
    "new_engine",
    "positions",
    "review",
    "search",
]
