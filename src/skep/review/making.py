"""From searches to a review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Final

from skep.engine import Engine, Score, StopToken
from skep.errors import SkepError
from skep.game import Game, GameNode
from skep.pieces import Color
from skep.review.efforts import EFFORTS, Effort
from skep.review.judging import JUDGEMENTS, Choice, accuracy, judgement, lost, turning_points
from skep.review.reviews import Review, ReviewedMove, ReviewedSide
from skep.review.searches import Found, Task, new_engine, search
from skep.review.signature import engine_signature
from skep.review.work import Work

__all__ = ["judge", "review"]


_TICK: Final = 0.2
"""Seconds between two moments in which Ctrl-C is heard: a search itself does not hear it."""

Progress = Callable[[int, int], None]


def review(
    game: Game, effort: Effort = EFFORTS["normal"], *, progress: Progress | None = None, threads: int = 1
) -> Review:
    """Review the main line of a game; ``progress`` is told how many searches are done, and of how many.

    Every thread does searches of its own, so that their number does not change what is found.
    """
    if not 1 <= threads <= 256:
        raise SkepError(f"a review is made by 1 to 256 threads, not {threads}")
    work = Work(game, effort)
    with _Crew(effort, threads) as crew:
        while not work.is_finished:
            for task, found in crew.do(work):
                work.take(task, found)
            if progress is not None:
                progress(work.done, work.total)
    return judge(work)


class _Crew:
    """Threads with an engine each."""

    def __init__(self, effort: Effort, threads: int) -> None:
        self._engines = [new_engine(effort) for _ in range(threads)]
        self._free: SimpleQueue[Engine] = SimpleQueue()
        for engine in self._engines:
            self._free.put(engine)
        self._pool = ThreadPoolExecutor(threads, "review")
        self._busy: dict[Future[Found], Task] = {}
        self._stop = StopToken()

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop the searches that are still running."""
        self._stop.stop()
        self._pool.shutdown(cancel_futures=True)

    def do(self, work: Work) -> Iterator[tuple[Task, Found]]:
        """Begin what can be begun; what was finished meanwhile."""
        while len(self._busy) < len(self._engines) and (task := work.next()) is not None:
            self._busy[self._pool.submit(self._search, task)] = task
        done, _ = wait(self._busy, _TICK, FIRST_COMPLETED)
        for future in done:
            yield self._busy.pop(future), future.result()

    def _search(self, task: Task) -> Found:
        with self._engine() as engine:
            return search(engine, task, stop=self._stop)

    @contextmanager
    def _engine(self) -> Iterator[Engine]:
        engine = self._free.get()
        try:
            yield engine
        finally:
            self._free.put(engine)


def judge(work: Work) -> Review:
    """The review, when all its searches are done."""
    if not work.is_finished:
        raise SkepError(f"only {work.done} of {work.total} searches are done")
    first = work.boards[0]
    choices = [work.choice(ply) for ply in range(len(work.moves))]
    nodes = list(work.game.mainline())
    moves = tuple(_reviewed(work, ply, choice, nodes[ply]) for ply, choice in enumerate(choices))
    given = [lost(choice) for choice in choices]
    value, wins, forced = _for_white(work.found(0).score, first.to_move)
    white, black = (
        _side(
            [choice for choice, move in zip(choices, moves, strict=True) if move.ply % 2 == color],
            [move for move in moves if move.ply % 2 == color],
        )
        for color in Color
    )
    return Review(
        engine=engine_signature(),
        effort=work.effort.name,
        start=first.position_string(),
        value=value,
        white_wins=wins,
        forced=forced,
        moves=moves,
        white=white,
        black=black,
        turning_points=turning_points(given, first.ply),
    )


def _reviewed(work: Work, ply: int, choice: Choice, node: GameNode) -> ReviewedMove:
    board, move = work.boards[ply], work.moves[ply]
    after = work.found(ply + 1)
    value, wins, forced = _for_white(after.score, work.boards[ply + 1].to_move)
    origin = None if move.is_pass else board.where(move.piece)
    line = work.move_strings(ply, choice.best_line)
    return ReviewedMove(
        ply=board.ply,
        uhp=board.uhp(move),
        piece=None if move.is_pass else str(move.piece),
        origin=None if origin is None else (origin.q, origin.r),
        to=None if move.is_pass else (move.to.q, move.to.r),
        value=value,
        white_wins=wins,
        forced=forced,
        judgement=judgement(choice),
        lost=round(lost(choice), 4),
        best=line[0],
        line=line,
        depth=after.depth,
        clock=node.clock,
        spent=node.spent,
    )


def _for_white(score: Score, to_move: Color) -> tuple[float, float, int | None]:
    """Units, win probability and moves to a forced win, from White's side; no more digits than mean something."""
    score = score if to_move is Color.WHITE else -score
    return score.units, round(score.win_probability, 4), score.moves_to_end


def _side(choices: list[Choice], moves: list[ReviewedMove]) -> ReviewedSide:
    counted = Counter(move.judgement for move in moves)
    return ReviewedSide(accuracy=accuracy(choices), counts={name: counted[name] for name in JUDGEMENTS})
