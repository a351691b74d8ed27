"""An engine made of one function: the example of docs/uhp.md, and functions that fail."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from skep import Board, Color, SkepError
from skep.engine import Engine, EngineProtocol, Limit
from skep.uhp import UhpClient, UhpEngine, UhpRefusal, serve_engine
from skep.uhp.session import COMMANDS

from .helpers import TIMEOUT

PAGE = Path(__file__).parent.parent.parent / "docs" / "uhp.md"
QUICK = Limit(nodes=100)
HEAD = "from skep.uhp import serve_engine\n"


def example() -> str:
    """Return the engine of docs/uhp.md."""
    section = PAGE.read_text(encoding="utf-8").split("\n## Writing an engine\n")[1]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    return str(code)


def command(folder: Path, code: str) -> list[str]:
    path = folder / "engine.py"
    path.write_text(code, encoding="utf-8")
    return [sys.executable, str(path)]


def test_the_documented_engine_plays_a_game(tmp_path: Path) -> None:
    board, ours = Board("Base+MLP"), Engine(table_mb=1, level=4, seed=1)
    with UhpEngine(command(tmp_path, example()), timeout=TIMEOUT) as theirs:
        assert theirs.name == "random mover v1.0"
        players: dict[Color, EngineProtocol] = {Color.WHITE: ours, Color.BLACK: theirs}
        while not board.is_game_over() and board.ply < 120:
            board.push_checked(players[board.turn].play(board, QUICK).move)
    assert board.is_game_over() or board.ply == 120


def test_every_command_is_served(tmp_path: Path) -> None:
    code = HEAD + "serve_engine(lambda board, limit: board.legal_moves.list()[0], name='first')"
    with UhpClient.start(command(tmp_path, code), timeout=TIMEOUT) as client:
        assert client.info() == ["id first", "Mosquito;Ladybug;Pillbug"]
        assert list(client.options()) == ["Edition", "Repetition", "Verbosity"]
        client.set_option("Edition", "hive-classic")
        assert client.newgame("Base") == "Base;NotStarted;White[1]"
        assert client.bestmove(QUICK) in client.validmoves()
        best = client.bestmove(Limit(seconds=1))
        assert client.ask("pv") == [best]
        client.play(best)
        with pytest.raises(UhpRefusal, match="no bestmove has been requested"):
            client.ask("pv")
        assert client.undo() == "Base;NotStarted;White[1]"
        assert client.perft(2)[1] == len(client.validmoves())
        assert len(client.ask("help")) == len(COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "error"),
    [
        ("lambda board, limit: 1 / 0", "err internal error: ZeroDivisionError: division by zero"),
        ("lambda board, limit: 'wS1'", "err the engine chose 'wS1', which is not a legal move"),
        ("lambda board, limit: None", "err the engine chose None, which is not a legal move"),
        ("lambda board, limit: board.push(board.legal_moves.list()[0]) or PASS", "err the engine chose "),
    ],
)
def test_a_function_that_fails_is_reported_and_can_go_on(tmp_path: Path, function: str, error: str) -> None:
    code = HEAD + f"from skep import PASS\nserve_engine({function}, name='bad')"
    with UhpClient.start(command(tmp_path, code), timeout=TIMEOUT) as client:
        client.newgame("Base")
        for _ in range(2):
            with pytest.raises(UhpRefusal, match=re.escape(error)):
                client.bestmove(QUICK)
        assert "wS1" in client.validmoves()
    with UhpEngine(command(tmp_path, code), timeout=TIMEOUT) as engine, pytest.raises(SkepError, match=r"engine\.py"):
        engine.play(Board("Base"), QUICK)


def test_what_a_function_prints_does_not_disturb_the_protocol(tmp_path: Path) -> None:
    code = HEAD + (
        "def choose(board, limit):\n    print('ok\\nthinking')\n    return board.legal_moves.list()[0]\n"
        "serve_engine(choose, name='chatty')"
    )
    with UhpEngine(command(tmp_path, code), timeout=TIMEOUT) as engine:
        board = Board("Base")
        for _ in range(3):
            board.push(engine.play(board, QUICK).move)


@pytest.mark.parametrize(("name", "version"), [("", ""), ("  ", "1"), ("a\nb", ""), ("a", "1\n")])
def test_a_name_is_one_line(name: str, version: str) -> None:
    with pytest.raises(SkepError, match=r"one line|needs a name"):
        serve_engine(lambda board, _limit: board.legal_moves.list()[0], name=name, version=version)
