"""Draw and takeback offers of the opponent."""

from __future__ import annotations

import logging

from skep.board import Board
from skep.bot.api import BotApi
from skep.bot.engines import EngineSource
from skep.bot.errors import BotError
from skep.bot.messages import GameState
from skep.pieces import Color

__all__ = ["OfferAnswers"]

log = logging.getLogger(__name__)


class OfferAnswers:
    """Answers the offers of the opponent in one game, each once in a position."""

    def __init__(self, game: str, api: BotApi, engines: EngineSource, color: Color, *, takebacks: bool) -> None:
        """``color`` is the bot's, and ``takebacks`` says whether the opponent may take back moves."""
        self._game = game
        self._api = api
        self._engines = engines
        self._color = color
        self._takebacks = takebacks
        self._answered = set[tuple[str, int]]()

    def answer(self, state: GameState, board: Board) -> None:
        """Answer what the opponent offers in a state of the game."""
        white = self._color is Color.WHITE
        offers = {
            "draw": state.bdraw if white else state.wdraw,
            "takeback": state.btakeback if white else state.wtakeback,
        }
        for kind, is_offered in offers.items():
            key = (kind, board.ply)
            if not is_offered:
                self._answered.discard(key)
            elif key not in self._answered:
                self._answered.add(key)
                self._send(kind, board)

    def _send(self, kind: str, board: Board) -> None:
        if kind == "draw":
            accept, answer = self._engines.accepts_draw(board.copy(), self._color), self._api.answer_draw
        else:
            accept, answer = self._takebacks, self._api.answer_takeback
        log.info("game %s: %s the %s offer", self._game, "accepts" if accept else "declines", kind)
        try:
            answer(self._game, accept=accept)
        except BotError as error:
            log.warning("game %s: %s", self._game, error)
