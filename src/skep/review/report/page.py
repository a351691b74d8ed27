"""The report as a self-contained HTML file. It loads nothing, and its content security policy enforces that."""

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
from skep.i18n import Language
from skep.pieces import Color
from skep.render.album import Album, render_album
from skep.render.frames import Frame
from skep.render.icons import CREDITS
from skep.review.judgement import JUDGEMENTS
from skep.review.plan import positions
from skep.review.report.graph import clock_bars, evaluation_graph
from skep.review.report.text import BAD, SYMBOLS, ReportText
from skep.review.reviews import Review, ReviewedSide

__all__ = ["html_report"]

_MAX_LINE_MOVES: Final = 6
"""Maximum number of moves shown of a better line."""
_MAX_DRAWN_LINES: Final = 80
"""Maximum number of better lines with pictures. In very long games, minor errors have lines without pictures."""


def html_report(game: Game, review: Review, language: Language = Language.EN) -> str:
    """Return the report of a reviewed game as an HTML page that can be opened from disk."""
    page = _Page(game, review, ReportText(language))
    style, script = (files("skep.review.report").joinpath(name).read_text("utf-8") for name in ("page.css", "page.js"))
    policy = (
        f"default-src 'none'; style-src '{_csp_hash(style)}'; script-src '{_csp_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    data = json.dumps(page.data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<!doctype html>\n<html lang="{language.value}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="{escape(review.engine)}">\n'
        f"<title>{escape(page.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{page.body()}\n"
        f'<script type="application/json" id="data">{data}</script>\n<script>{script}</script>\n</body>\n</html>\n'
    )


def _csp_hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@dataclass(frozen=True, slots=True)
class _Step:
    """A move of a better line, and the index of the picture after it, or None."""

    uhp: str
    picture: int | None


class _Page:
    """The parts of the page."""

    def __init__(self, game: Game, review: Review, text: ReportText) -> None:
        self.game = game
        self.review = review
        self.text = text
        self.boards = positions(game)
        self.names = {color: text.player(game, color) for color in Color}
        self.title = text.title(game)
        self.first = self.boards[0].ply
        frames = [_frame(board) for board in self.boards]
        errors = sorted((move for move in review.moves if move.judgement in BAD), key=lambda move: -move.lost)
        self.drawn = {move.ply for move in errors[:_MAX_DRAWN_LINES]}
        self.lines = [self._line(index, frames) for index in range(len(review.moves))]
        self.album: Album = render_album(frames)
        turning = review.turning_points
        self.shown = turning[0] - self.first + 1 if turning else len(review.moves)

    def _line(self, index: int, frames: list[Frame]) -> list[_Step]:
        """Return the better line of a bad move, and add its positions to the frames."""
        move = self.review.moves[index]
        if move.judgement not in BAD:
            return []
        if move.ply not in self.drawn:
            return [_Step(text, None) for text in move.line[:_MAX_LINE_MOVES]]
        board = self.boards[index].copy()
        steps = list[_Step]()
        for text in move.line[:_MAX_LINE_MOVES]:
            board.push_uhp(text)
            steps.append(_Step(text, len(frames)))
            frames.append(_frame(board))
        return steps

    # data for the script

    def data(self) -> dict[str, Any]:
        """Return the contents of the page that depend on the selected move."""
        return {
            "pictures": self.album.pictures,
            "shown": self.shown,
            "moves": [self._start(), *(self._move_data(index) for index in range(len(self.review.moves)))],
        }

    def _start(self) -> dict[str, Any]:
        value = self.text.white_wins(self.review.white_wins, self.review.value, self.review.forced)
        return {"title": self.text["move.start"], "value": value}

    def _move_data(self, index: int) -> dict[str, Any]:
        move, text = self.review.moves[index], self.text
        data: dict[str, Any] = {
            "title": text.turn(move.ply),
            "move": move.uhp,
            "description": text.move(self.boards[index], move.uhp),
            "kind": move.judgement,
            "symbol": SYMBOLS[move.judgement],
            "judgement": text.verdict(move),
            "value": text.white_wins(move.white_wins, move.value, move.forced),
            "clock": text.clock(move),
        }
        if move.judgement in BAD:
            data["better"] = text.move(self.boards[index], move.best)
            data["chances"] = text.chances(move)
            data["line"] = [
                [step.uhp, step.picture, text.format("board.line-move", move=step.uhp)] for step in self.lines[index]
            ]
        return data

    # the visible page

    def body(self) -> str:
        """Return the content of the body element."""
        return (
            f"<header>{self._header()}</header>\n<main>\n"
            f'<section class="sides">{self._side(Color.WHITE)}{self._side(Color.BLACK)}</section>\n'
            f"{self._graph()}\n{self._board()}\n{self._turning_points()}\n{self._moves()}\n</main>\n"
            f"<footer>{self._legend()}</footer>"
        )

    def _header(self) -> str:
        tags = self.game.tags
        facts = [
            self.text.result(self.game),
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
            f'<li class="is-{name}"><b class="symbol">{SYMBOLS[name]}</b> {side.counts[name]} '
            f"<span>{self.text.judgement(name)}</span></li>"
            for name in JUDGEMENTS
            if side.counts[name]
        )
        return (
            f'<article class="side {str(color).lower()}"><h2>{escape(self.names[color])} '
            f"<small>{self.text.side(color)}</small></h2>{self._ring(side)}<ul>{counts}</ul></article>"
        )

    def _ring(self, side: ReviewedSide) -> str:
        """Return the accuracy as a number in a ring that is filled accordingly."""
        label = self.text["accuracy.label"]
        if side.accuracy is None:
            return f'<p class="ring">{label}<br>{self.text["accuracy.no-choice"]}</p>'
        return (
            f'<p class="ring"><svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="44"/>'
            f'<circle class="filled" cx="50" cy="50" r="44" pathLength="100" '
            f'stroke-dasharray="{side.accuracy} 100"/></svg>'
            f"<strong>{self.text.number(side.accuracy, 1)}</strong> <span>{label}</span></p>"
        )

    def _graph(self) -> str:
        review, text = self.review, self.text
        if not review.moves:
            return f"<p>{text['moves.none']}</p>"
        summary = text.format(
            "graph.summary",
            first=text.share(review.white_wins),
            last=text.share(review.moves[-1].white_wins),
            turn=text.turn(review.turning_points[0]) if review.turning_points else "–",
        )
        longest = max((move.spent or 0.0 for move in review.moves), default=0.0)
        bars = clock_bars(review, escape(text.format("clock.chart", longest=text.time(longest))))
        clock = f"<h3>{text['clock.label']}</h3>{bars}" if bars else ""
        return (
            f'<section class="course"><h2>{text["graph.label"]}</h2><div class="plot"><div class="shares">'
            f'{evaluation_graph(review, escape(summary))}<span class="of-black">{text.side(Color.BLACK)}</span>'
            f'<span class="of-white">{text.side(Color.WHITE)}</span></div>{clock}</div>'
            f'<label class="slider"><span>{text["graph.slider"]}</span><input type="range" id="slider" min="0" '
            f'max="{len(review.moves)}" value="{self.shown}"></label></section>'
        )

    def _board(self) -> str:
        text = self.text
        buttons = "".join(
            f'<button type="button" id="{name}" aria-label="{label}" title="{label}">'
            f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{path}"/></svg></button>'
            for name, label, path in (
                ("first", text["board.first"], "M4 4h2v12H4zM16 4v12L7 10z"),
                ("back", text["board.back"], "M14 4v12L5 10z"),
                ("forward", text["board.forward"], "M6 4v12l9-6z"),
                ("last", text["board.last"], "M14 4h2v12h-2zM4 4v12l9-6z"),
            )
        )
        return (
            f'<section class="study"><figure><svg id="board" viewBox="{self.album.view_box}" role="img" '
            f'aria-label="{text["board.label"]}"><defs>{self.album.defs}</defs>'
            f'<g id="picture">{self.album.pictures[self.shown]}</g></svg></figure>'
            f'<div class="card"><div class="steps">{buttons}</div>'
            f'<span id="better-label" hidden>{self._better().rstrip()}</span>'
            '<div id="card" aria-live="polite"></div>'
            f'<p class="keys">{text["board.keys"]}</p></div></section>'
        )

    def _better(self) -> str:
        return f"{self.text['evaluation.better']}{self.text.language.colon}"

    def _turning_points(self) -> str:
        if not self.review.turning_points:
            content = f"<p>{self.text['turning-points.none']}</p>"
        else:
            content = f'<ol class="turns">{"".join(map(self._turning_point, self.review.turning_points))}</ol>'
        return f"<section><h2>{self.text['turning-points.label']}</h2>{content}</section>"

    def _turning_point(self, ply: int) -> str:
        move, index = self.review.move(ply), ply - self.first
        better = escape(self.text.move(self.boards[index], move.best))
        line = " ".join(f"<code>{escape(uhp)}</code>" for uhp in move.line[:_MAX_LINE_MOVES])
        return (
            f'<li class="is-{move.judgement}"><a href="#{index + 1}" data-move="{index + 1}"><b class="symbol">'
            f"{SYMBOLS[move.judgement]}</b> {self.text.turn(ply)}{self.text.language.colon}"
            f"<code>{escape(move.uhp)}</code></a> <span>{self.text.verdict(move)}</span>"
            f"<p>{self.text.chances(move)} <em>{self._better()}</em>{better}.</p>"
            f'<p class="line">{line}</p></li>'
        )

    def _moves(self) -> str:
        """Return a table of all moves, one row per turn, which can be read without the script."""
        if not self.review.moves:
            return ""
        rows = "".join(self._rows())
        white, black = (f'<th scope="col">{self.text.side(color)}</th>' for color in Color)
        return (
            f'<section><h2>{self.text["moves.label"]}</h2><div class="scroll"><table class="moves"><thead><tr>'
            f'<th scope="col">#</th>{white}{black}</tr></thead><tbody>{rows}</tbody></table></div></section>'
        )

    def _rows(self) -> Iterator[str]:
        cells = dict[int, str]()
        for index, move in enumerate(self.review.moves, 1):
            cells[move.ply] = (
                f'<td class="is-{move.judgement}"><a href="#{index}" data-move="{index}">'
                f"<code>{escape(move.uhp)}</code> "
                f'<b class="symbol" title="{escape(self.text.verdict(move))}">{SYMBOLS[move.judgement]}</b>'
                f'<span class="chance">{self.text.share(move.white_wins)}</span></a></td>'
            )
        for turn in range(min(cells) // 2, max(cells) // 2 + 1):
            white, black = (cells.get(2 * turn + color.value, "<td></td>") for color in Color)
            yield f'<tr><th scope="row">{turn + 1}</th>{white}{black}</tr>'

    def _legend(self) -> str:
        text, colon = self.text, self.text.language.colon
        judgements = "".join(
            f'<li class="is-{name}"><b class="symbol">{SYMBOLS[name]}</b> <b>{text.judgement(name)}</b>'
            f"{colon}{text.meaning(name)}</li>"
            for name in JUDGEMENTS
        )
        return (
            f"<h2>{text['legend.label']}</h2><p>{text['legend.text']}</p><ul>{judgements}</ul>"
            f'<p class="made">{escape(text.made_by(self.review))}</p>'
            f'<p class="made">{text["legend.credits"]}{colon}{escape(CREDITS)}</p>'
        )


def _frame(board: Board) -> Frame:
    move = board.last_move
    return Frame(board.position(), None if move is None or move.is_pass else (board.last_move_from, move.to))
