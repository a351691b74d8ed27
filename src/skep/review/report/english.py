"""Reports in English."""

from __future__ import annotations

from typing import Final

from skep.hexes import Direction
from skep.i18n import Language
from skep.pieces import Color
from skep.review.report.words import ReportWords

__all__ = ["ENGLISH"]

ENGLISH: Final = ReportWords(
    code="en",
    language=Language.EN,
    decimal=".",
    percent="{number}%",
    colors={Color.WHITE: "White", Color.BLACK: "Black"},
    judgements={
        "best": "best",
        "only-move": "only move",
        "good": "good",
        "inaccuracy": "inaccuracy",
        "mistake": "mistake",
        "blunder": "blunder",
        "missed-win": "missed win",
        "forced": "forced",
    },
    explained={
        "best": "no better move is known",
        "only-move": "the best move, and any other would have been a blunder",
        "good": "gave away less than {inaccuracy}",
        "inaccuracy": "gave away {inaccuracy} or more",
        "mistake": "gave away {mistake} or more",
        "blunder": "gave away {blunder} or more",
        "missed-win": "let a forced win go",
        "forced": "there was no other move",
    },
    efforts={"quick": "quick look", "normal": "normal look", "deep": "deep look"},
    results={
        "InProgress": "No result",
        "Draw": "A draw",
        "WhiteWins": "White won",
        "BlackWins": "Black won",
    },
    reasons={},
    turn="Turn {turn}, {color}",
    placed="{piece} is placed {where}",
    moved="{piece} goes {where}",
    thrown="{piece} is thrown {where}",
    opened="{piece} opens the game",
    passed="pass",
    onto="onto {piece}",
    beside={
        Direction.E: "to the right of {piece}",
        Direction.NE: "to the upper right of {piece}",
        Direction.NW: "to the upper left of {piece}",
        Direction.W: "to the left of {piece}",
        Direction.SW: "to the lower left of {piece}",
        Direction.SE: "to the lower right of {piece}",
    },
    start="Before the first move",
    title="Review: {white} – {black}",
    made_by="{effort} by {engine}",
    accuracy="Accuracy",
    no_choice="never had a choice",
    all_moves="All moves",
    no_moves="No move was played.",
    gave_away="gave away {lost}",
    white_wins="White's chance to win",
    wins_in="{color} wins by force in {moves}",
    won="{color} has won",
    units="{value} units",
    better="Better",
    chances="{color}'s chance to win fell from {before} to {after}.",
    turning_points="Turning points",
    no_turning_points="No move turned this game: nobody made a mistake.",
    clock_left="{time} left",
    spent="took {time}",
    time_used="Time used for each move, White's above the line and Black's below; the longest is {longest}",
    longest="Thinking time",
    graph="White's chance to win, move by move",
    graph_words="White's chance to win begins at {first} and ends at {last}; heaviest turning point: {turn}.",
    position_at="The table",
    first="First position",
    back="Back one move",
    forward="Forward one move",
    last="Last position",
    slider="Choose a move",
    keys="Arrow keys step through the game; a click on the graph or on a move chooses it.",
    line_move="Show the better line up to {move}",
    legend="How to read this",
    how_told="A move is judged by the chance to win that its player gave away with it: the engine searches the "
    "position after the move and the position after the best other move equally deep and compares the two. "
    "Accuracy is 100 for a side that never gave anything away.",
    credits="Drawings",
    table_move="move",
    table_judgement="judgement",
    table_better="better",
    progress="looking at the game",
    written="The report is in {file}.",
)
