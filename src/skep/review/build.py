"""Building a review: running its searches, and judging the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Final

from skep.engine import Engine, PovScore, Score, StopToken
from skep.errors import SkepError
from skep.game import Game, GameNode
from skep.pieces import Color
from skep.review.efforts import EFFORTS, Effort
from skep.review.judgement import JUDGEMENTS, JudgedMove, accuracy, judge_move, probability_lost, turning_points
from skep.review.plan import ReviewPlan
from skep.review.reviews import Review, ReviewedMove, ReviewedSide
from skep.review.searches import SearchResult, SearchTask, new_engine, search
from skep.review.signature import engine_signature
from skep.views import move_parts

__all__ = ["judge", "review"]

_TICK: Final = 0.2
"""Seconds between checks for Ctrl-C, which cannot interrupt a search."""
_MAX_THREADS: Final = 256

Progress = Callable[[int, int], None]


def review(
    game: Game, effort: Effort = EFFORTS["normal"], *, progress: Progress | None = None, threads: int = 1
) -> Review:
    """Review the main line of a game. ``progress`` is called with the number of searches done and in total.

    Each thread runs separate searches, so the number of threads does not affect the result.
    """
    if not 1 <= threads <= _MAX_THREADS:
        raise SkepError(f"the number of threads must be from 1 to {_MAX_THREADS}, not {threads}")
    plan = ReviewPlan(game, effort)
    with _SearchThreads(effort, threads) as pool:
        while not plan.is_finished:
            for task, result in pool.run(plan):
                plan.add_result(task, result)
            if progress is not None:
                progress(plan.done, plan.total)
    return judge(plan)


class _SearchThreads:
    """A thread pool with one engine per thread."""

    def __init__(self, effort: Effort, threads: int) -> None:
        self._engines = [new_engine(effort) for _ in range(threads)]
        self._free: SimpleQueue[Engine] = SimpleQueue()
        for engine in self._engines:
            self._free.put(engine)
        self._pool = ThreadPoolExecutor(threads, "review")
        self._busy: dict[Future[SearchResult], SearchTask] = {}
        self._stop = StopToken()

    def __enter__(self) -> _SearchThreads:
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop the searches that are still running."""
        self._stop.stop()
        self._pool.shutdown(cancel_futures=True)

    def run(self, plan: ReviewPlan) -> Iterator[tuple[SearchTask, SearchResult]]:
        """Start the tasks that can run, and yield those that have finished."""
        while len(self._busy) < len(self._engines) and (task := plan.next_task()) is not None:
            self._busy[self._pool.submit(self._search, task)] = task
        done, _ = wait(self._busy, _TICK, FIRST_COMPLETED)
        for future in done:
            yield self._busy.pop(future), future.result()

    def _search(self, task: SearchTask) -> SearchResult:
        with self._engine() as engine:
            return search(engine, task, stop=self._stop)

    @contextmanager
    def _engine(self) -> Iterator[Engine]:
        engine = self._free.get()
        try:
            yield engine
        finally:
            self._free.put(engine)


def judge(plan: ReviewPlan) -> Review:
    """Return the review of a plan whose searches are all done. Raises SkepError if they are not."""
    if not plan.is_finished:
        raise SkepError(f"only {plan.done} of {plan.total} searches are done")
    first = plan.boards[0]
    judged = [plan.judged_move(ply) for ply in range(len(plan.moves))]
    nodes = list(plan.game.mainline())
    moves = tuple(_reviewed_move(plan, ply, move, nodes[ply]) for ply, move in enumerate(judged))
    value, wins, forced = _for_white(PovScore(plan.result(0).score, first.turn).white())
    white, black = (
        _side(
            [one for one, move in zip(judged, moves, strict=True) if Color(move.ply % 2) is color],
            [move for move in moves if Color(move.ply % 2) is color],
        )
        for color in Color
    )
    return Review(
        engine=engine_signature(),
        effort=plan.effort.name,
        start=first.position_string(),
        value=value,
        white_wins=wins,
        forced=forced,
        moves=moves,
        white=white,
        black=black,
        turning_points=turning_points([probability_lost(move) for move in judged], first.ply),
    )


def _reviewed_move(plan: ReviewPlan, ply: int, judged: JudgedMove, node: GameNode) -> ReviewedMove:
    board, move = plan.boards[ply], plan.moves[ply]
    after = plan.result(ply + 1)
    value, wins, forced = _for_white(PovScore(after.score, plan.boards[ply + 1].turn).white())
    piece, origin, to = move_parts(board, move)
    line = plan.move_strings(ply, judged.best_line)
    return ReviewedMove(
        ply=board.ply,
        uhp=board.uhp(move),
        piece=piece,
        origin=origin,
        to=to,
        value=value,
        white_wins=wins,
        forced=forced,
        judgement=judge_move(judged),
        lost=round(probability_lost(judged), 4),
        best=line[0],
        line=line,
        depth=after.depth,
        clock=node.clock,
        spent=node.seconds_spent,
    )


def _for_white(score: Score) -> tuple[float, float, int | None]:
    """Return units, win probability and moves to a forced win of White's score, without meaningless digits."""
    return score.units, round(score.win_probability, 4), score.moves_to_end


def _side(judged: list[JudgedMove], moves: list[ReviewedMove]) -> ReviewedSide:
    counts = Counter(move.judgement for move in moves)
    return ReviewedSide(accuracy=accuracy(judged), counts={name: counts[name] for name in JUDGEMENTS})
