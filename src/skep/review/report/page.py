"""The report as one HTML file that stands alone: nothing is fetched, and a content security policy says so."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, Final

from skep.board import Board
from skep.game import Game
from skep.pieces import Color
from skep.render.album import Album, render_album
from skep.render.frames import Frame
from skep.render.icons import CREDITS
from skep.review.judging import JUDGEMENTS
from skep.review.report.graph import clock_bars, evaluation_graph
from skep.review.report.telling import BAD, REPORT_WORDS, SIGNS, Teller
from skep.review.reviews import Review, ReviewedMove, ReviewedSide
from skep.review.work import positions
from skep.rules import Language

__all__ = ["html_report"]

_LONGEST_LINE: Final = 6
"""Moves of a better line that are shown."""
_MOST_DRAWN: Final = 80
"""Better lines that can be stepped through on the table; in a very long game those of lesser faults are only told."""


def html_report(game: Game, review: Review, language: Language = Language.EN) -> str:
    """The report of a game that was reviewed, to be opened in any browser, from a file too."""
    page = _Page(game, review, Teller(REPORT_WORDS[language]))
    style, script = (files("skep.review.report").joinpath(name).read_text("utf-8") for name in ("page.css", "page.js"))
    policy = (
        f"default-src 'none'; style-src '{_hashed(style)}'; script-src '{_hashed(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    data = json.dumps(page.data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<!doctype html>\n<html lang="{page.words.code}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="{escape(review.engine)}">\n'
        f"<title>{escape(page.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{page.body()}\n"
        f'<script type="application/json" id="data">{data}</script>\n<script>{script}</script>\n</body>\n</html>\n'
    )


def _hashed(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@dataclass(frozen=True, slots=True)
class _Step:
    """A move of a better line, and the picture after it, if there is one."""

    uhp: str
    picture: int | None


class _Page:
    """The parts of one page."""

    def __init__(self, game: Game, review: Review, teller: Teller) -> None:
        self.game = game
        self.review = review
        self.tell = teller
        self.words = teller.words
        self.boards = positions(game)
        self.names = {color: teller.player(game, color) for color in Color}
        self.title = self.words.title.format(white=self.names[Color.WHITE], black=self.names[Color.BLACK])
        self.first = self.boards[0].ply
        frames = [_frame(board) for board in self.boards]
        faults = sorted((move for move in review.moves if move.judgement in BAD), key=lambda move: -move.lost)
        self.drawn = {move.ply for move in faults[:_MOST_DRAWN]}
        self.lines = [self._line(index, frames) for index in range(len(review.moves))]
        self.album: Album = render_album(frames)
        turning = review.turning_points
        self.shown = turning[0] - self.first + 1 if turning else len(review.moves)

    def _line(self, index: int, frames: list[Frame]) -> list[_Step]:
        """The better line of a bad move, with its positions added to the frames."""
        move = self.review.moves[index]
        if move.judgement not in BAD:
            return []
        if move.ply not in self.drawn:
            return [_Step(text, None) for text in move.line[:_LONGEST_LINE]]
        board = self.boards[index].copy()
        steps = list[_Step]()
        for text in move.line[:_LONGEST_LINE]:
            board.push_uhp(text)
            steps.append(_Step(text, len(frames)))
            frames.append(_frame(board))
        return steps

    # what the script is told

    def data(self) -> dict[str, Any]:
        """Everything that changes when a move is chosen, in words already."""
        return {
            "pictures": self.album.pictures,
            "shown": self.shown,
            "moves": [self._start(), *(self._told(index) for index in range(len(self.review.moves)))],
        }

    def _start(self) -> dict[str, Any]:
        review = self.review
        value = f"{self.words.white_wins} {self.tell.share(review.white_wins)}"
        return {"title": self.words.start, "value": f"{value} · {self.tell.value(review.value, review.forced)}"}

    def _told(self, index: int) -> dict[str, Any]:
        move = self.review.moves[index]
        words, tell = self.words, self.tell
        value = f"{words.white_wins} {tell.share(move.white_wins)} · {tell.value(move.value, move.forced)}"
        told: dict[str, Any] = {
            "title": tell.turn(move.ply),
            "move": move.uhp,
            "words": tell.move(self.boards[index], move.uhp),
            "kind": move.judgement,
            "sign": SIGNS[move.judgement],
            "judgement": self._judged(move),
            "value": value,
            "clock": tell.clock(move),
        }
        if move.judgement in BAD:
            told["better"] = tell.move(self.boards[index], move.best)
            told["chances"] = tell.chances(move)
            told["line"] = [
                [step.uhp, step.picture, words.line_move.format(move=step.uhp)] for step in self.lines[index]
            ]
        return told

    def _judged(self, move: ReviewedMove) -> str:
        """«blunder, gave away 34%»."""
        name = self.words.judgements[move.judgement]
        if move.judgement not in BAD:
            return name
        return f"{name}, {self.words.gave_away.format(lost=self.tell.share(move.lost))}"

    # what stands on the page

    def body(self) -> str:
        """All that can be seen."""
        return (
            f"<header>{self._header()}</header>\n<main>\n"
            f'<section class="sides">{self._side(Color.WHITE)}{self._side(Color.BLACK)}</section>\n'
            f"{self._graph()}\n{self._table()}\n{self._turning_points()}\n{self._list()}\n</main>\n"
            f"<footer>{self._legend()}</footer>"
        )

    def _header(self) -> str:
        tags = self.game.tags
        facts = [
            self.tell.result(self.game),
            str(self.game.game_type),
            self.game.edition.id,
            *(tags.get(name, "") for name in ("Event", "Date")),
        ]
        return (
            f'<h1><span class="tile-white">{escape(self.names[Color.WHITE])}</span> <span class="dash">–</span> '
            f'<span class="tile-black">{escape(self.names[Color.BLACK])}</span></h1>'
            f'<p class="facts">{" · ".join(escape(fact) for fact in facts if fact)}</p>'
        )

    def _side(self, color: Color) -> str:
        side: ReviewedSide = self.review.white if color is Color.WHITE else self.review.black
        counts = "".join(
            f'<li class="is-{name}"><b class="sign">{SIGNS[name]}</b> {side.counts[name]} '
            f"<span>{self.words.judgements[name]}</span></li>"
            for name in JUDGEMENTS
            if side.counts[name]
        )
        return (
            f'<article class="side {str(color).lower()}"><h2>{escape(self.names[color])} '
            f"<small>{self.words.colors[color]}</small></h2>{self._ring(side)}<ul>{counts}</ul></article>"
        )

    def _ring(self, side: ReviewedSide) -> str:
        """The accuracy, as a number in a ring that is filled as far."""
        if side.accuracy is None:
            return f'<p class="ring">{self.words.accuracy}<br>{self.words.no_choice}</p>'
        return (
            f'<p class="ring"><svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="44"/>'
            f'<circle class="filled" cx="50" cy="50" r="44" pathLength="100" '
            f'stroke-dasharray="{side.accuracy} 100"/></svg>'
            f"<strong>{self.tell.number(side.accuracy, 1)}</strong> <span>{self.words.accuracy}</span></p>"
        )

    def _graph(self) -> str:
        review, words = self.review, self.words
        if not review.moves:
            return f"<p>{words.no_moves}</p>"
        turning = self.tell.turn(review.turning_points[0]) if review.turning_points else "–"
        told = words.graph_words.format(
            first=self.tell.share(review.white_wins), last=self.tell.share(review.moves[-1].white_wins), turn=turning
        )
        longest = max((move.spent or 0.0 for move in review.moves), default=0.0)
        bars = clock_bars(review, escape(words.time_used.format(longest=self.tell.time(longest))))
        clock = f"<h3>{words.longest}</h3>{bars}" if bars else ""
        return (
            f'<section class="course"><h2>{words.graph}</h2><div class="plot"><div class="shares">'
            f'{evaluation_graph(review, escape(told))}<span class="of-black">{words.colors[Color.BLACK]}</span>'
            f'<span class="of-white">{words.colors[Color.WHITE]}</span></div>{clock}</div>'
            f'<label class="slider"><span>{words.slider}</span><input type="range" id="slider" min="0" '
            f'max="{len(review.moves)}" value="{self.shown}"></label></section>'
        )

    def _table(self) -> str:
        words = self.words
        buttons = "".join(
            f'<button type="button" id="{name}" aria-label="{label}" title="{label}">'
            f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{sign}"/></svg></button>'
            for name, label, sign in (
                ("first", words.first, "M4 4h2v12H4zM16 4v12L7 10z"),
                ("back", words.back, "M14 4v12L5 10z"),
                ("forward", words.forward, "M6 4v12l9-6z"),
                ("last", words.last, "M14 4h2v12h-2zM4 4v12l9-6z"),
            )
        )
        return (
            f'<section class="study"><figure><svg id="board" viewBox="{self.album.view_box}" role="img" '
            f'aria-label="{words.position_at}"><defs>{self.album.defs}</defs>'
            f'<g id="picture">{self.album.pictures[self.shown]}</g></svg></figure>'
            f'<div class="card"><div class="steps">{buttons}</div>'
            f'<span id="better-word" hidden>{words.better}{words.language.colon.rstrip()}</span>'
            '<div id="card" aria-live="polite"></div>'
            f'<p class="keys">{words.keys}</p></div></section>'
        )

    def _turning_points(self) -> str:
        words = self.words
        if not self.review.turning_points:
            told = f"<p>{words.no_turning_points}</p>"
        else:
            told = f'<ol class="turns">{"".join(map(self._turning_point, self.review.turning_points))}</ol>'
        return f"<section><h2>{words.turning_points}</h2>{told}</section>"

    def _turning_point(self, ply: int) -> str:
        move, index = self.review.move(ply), ply - self.first
        better = escape(self.tell.move(self.boards[index], move.best))
        line = " ".join(f"<code>{escape(text)}</code>" for text in move.line[:_LONGEST_LINE])
        return (
            f'<li class="is-{move.judgement}"><a href="#{index + 1}" data-move="{index + 1}"><b class="sign">'
            f"{SIGNS[move.judgement]}</b> {self.tell.turn(ply)}{self.words.language.colon}"
            f"<code>{escape(move.uhp)}</code>"
            f"</a> <span>{self._judged(move)}</span><p>{self.tell.chances(move)} "
            f'<em>{self.words.better}{self.words.language.colon}</em>{better}.</p><p class="line">{line}</p></li>'
        )

    def _list(self) -> str:
        """Every move, a turn a row: readable without the script too."""
        if not self.review.moves:
            return ""
        rows = "".join(self._rows())
        white, black = (f'<th scope="col">{self.words.colors[color]}</th>' for color in Color)
        return (
            f'<section><h2>{self.words.all_moves}</h2><div class="scroll"><table class="moves"><thead><tr>'
            f'<th scope="col">#</th>{white}{black}</tr></thead><tbody>{rows}</tbody></table></div></section>'
        )

    def _rows(self) -> Iterator[str]:
        cells = dict[int, str]()
        for index, move in enumerate(self.review.moves, 1):
            cells[move.ply] = (
                f'<td class="is-{move.judgement}"><a href="#{index}" data-move="{index}">'
                f"<code>{escape(move.uhp)}</code> "
                f'<b class="sign" title="{escape(self._judged(move))}">{SIGNS[move.judgement]}</b>'
                f'<span class="chance">{self.tell.share(move.white_wins)}</span></a></td>'
            )
        for turn in range(min(cells) // 2, max(cells) // 2 + 1):
            white, black = (cells.get(2 * turn + color, "<td></td>") for color in Color)
            yield f'<tr><th scope="row">{turn + 1}</th>{white}{black}</tr>'

    def _legend(self) -> str:
        words = self.words
        signs = "".join(
            f'<li class="is-{name}"><b class="sign">{SIGNS[name]}</b> <b>{words.judgements[name]}</b>'
            f"{words.language.colon}{self.tell.explained(name)}</li>"
            for name in JUDGEMENTS
        )
        return (
            f"<h2>{words.legend}</h2><p>{words.how_told}</p><ul>{signs}</ul>"
            f'<p class="made">{escape(self.tell.made_by(self.review))}</p>'
            f'<p class="made">{words.credits}{words.language.colon}{escape(CREDITS)}</p>'
        )


def _frame(board: Board) -> Frame:
    move = board.last_move
    return Frame(board.position(), None if move is None or move.is_pass else (board.last_move_from, move.to))
