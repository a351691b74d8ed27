"""Reading files: the generated games in every dialect, and files with all kinds of errors."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from skep import RecordError, find_edition
from skep.game import Game, Record, parse_records, read_paths, read_records
from skep.notation.limits import MAX_RECORD_LENGTH
from tests.game.fixtures import FOLDER, annotated, collection, files
from tests.game.helpers import facts, random_game

GAME = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
PGN = '[GameType "Base"]\n[White "Zoë"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n\nDraw\n'


def valid_games(records: list[Record]) -> list[Game]:
    games = [record.game for record in records if record.error is None and record.game is not None]
    assert len(games) == len(records), [str(record.error) for record in records if record.error]
    return games


def test_fixtures_are_up_to_date() -> None:
    for name, text in files().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name}: run python -m tests.game.fixtures"


@pytest.mark.parametrize("name", ["pgn.pgn", "mzinga.pgn", "hivegame.pgn"])
def test_every_dialect_has_the_same_content(name: str) -> None:
    assert [facts(game) for game in valid_games(list(read_records(FOLDER / name)))] == [
        facts(game) for game in collection()
    ]


@pytest.mark.parametrize(
    ("name", "numbers"), [("games.uhp", range(5)), ("person.sgf", (0, 1)), ("robot.sgf", (2,)), ("old.sgf", (4,))]
)
def test_other_formats_have_the_same_moves(name: str, numbers: list[int]) -> None:
    games, recorded = valid_games(list(read_records(FOLDER / name))), collection()
    assert [game.mainline_moves() for game in games] == [recorded[number].mainline_moves() for number in numbers]
    assert not any(game.remarks for game in games)


def test_boardspace_tags() -> None:
    game = valid_games(list(read_records(FOLDER / "person.sgf")))[0]
    assert str(game.game_type) == "Base+MLP"
    assert str(game.result) == "Black wins: resignation"
    assert {name: game.tags[name] for name in ("White", "Black", "Date", "BlackElo", "WhiteTime")} == {
        "White": "ann",
        "Black": "bob",
        "Date": "2026.02.03",
        "BlackElo": "1500",
        "WhiteTime": "0:12:00",
    }
    assert game.tags["SgfResult"] == "Partie gagnée par bob"


def test_record_is_read_in_its_stated_edition() -> None:
    [new, *_, old] = valid_games(list(read_records(FOLDER / "pgn.pgn")))
    assert (new.edition.id, new.edition_found) == ("ultimate-2024", False)
    assert (old.edition.id, old.edition_found) == ("hive-2016", False)


@pytest.mark.parametrize(
    ("game_type", "edition"),
    [("Base", "hive-2016"), ("Base+M", "pocket-2012"), ("Base+ML", "pocket-2012"), ("Base+MLP", "pocket-2012")],
)
def test_queen_bee_on_first_turn_implies_an_edition_that_allows_it(game_type: str, edition: str) -> None:
    game = Game.parse(f"{game_type};;;wQ;bQ wQ-;wA1 -wQ")
    assert (game.edition.id, game.edition_found) == (edition, True)


def test_edition_is_inferred_from_gates_above_the_ground() -> None:
    """Random games of an old edition contain moves that the default edition forbids; all of them can be read."""
    editions = set[str]()
    for seed in range(30):
        board = random_game(seed, "Base+M", 80, "pocket-2012")
        game = Game.parse(board.game_string())
        assert game.mainline_moves() == list(board.moves)
        editions.add(game.edition.id)
    assert editions == {"ultimate-2024", "pocket-2012"}


def test_edition_argument() -> None:
    [record] = parse_records(GAME, edition=find_edition("hive-classic"))
    assert record.game is not None
    assert (record.game.edition.id, record.game.edition_found) == ("hive-classic", False)


def test_stated_edition_is_not_overridden() -> None:
    [record] = parse_records('[GameType "Base"]\n[Edition "ultimate-2024"]\n\n1. wQ\n')
    assert record.error is not None
    assert (record.error.line, record.error.ply) == (4, 1)


def test_illegal_move_reports_line_and_ply_and_keeps_the_moves_before_it(tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text(PGN.replace("3. wQ -wS1", "3. wQ bS1-"))
    [record] = read_records(path)
    assert str(record.error).startswith(f"{path}: line 6: ply 3: wQ bS1-: the queen bee wQ may not touch")
    assert record.game is not None
    assert len(record.game.mainline_moves()) == 2
    assert record.game.tags["White"] == "Zoë"


def test_bad_game_does_not_affect_the_others() -> None:
    texts = [annotated().text() for _ in range(3)]
    texts[1] = texts[1].replace("5. wQ -wB1", "5. wX9 -wB1")
    first, bad, last = parse_records("".join(texts))
    assert first.error is None
    assert last.error is None
    assert bad.error is not None
    assert bad.error.ply == 5
    assert bad.game is not None
    assert len(bad.game.mainline_moves()) == 4
    assert facts(last.game or Game()) == facts(annotated())


def test_illegal_variation_is_reported_and_the_main_line_kept() -> None:
    [record] = parse_records('[GameType "Base"]\n1. wS1\n2. bS1 wS1-\n{[%var 2. bS1 wQ- ]}\n3. wQ -wS1\n')
    assert str(record.error) == "line 4: ply 2: in a variation: not a move: 'bS1 wQ-': wQ is not in play"
    assert record.game is not None
    assert len(record.game.mainline_moves()) == 3


ENCODED = {
    "utf-8": PGN.encode(),
    "utf-8 with BOM": b"\xef\xbb\xbf" + PGN.encode(),
    "latin-1": PGN.encode("latin-1"),
    "utf-16": PGN.encode("utf-16"),
    "utf-16 without BOM": PGN.encode("utf-16-le"),
    "utf-16 big-endian": b"\xfe\xff" + PGN.encode("utf-16-be"),
    "Windows line endings": PGN.replace("\n", "\r\n").encode(),
    "old Mac line endings": PGN.replace("\n", "\r").encode(),
}


@pytest.mark.parametrize("data", ENCODED.values(), ids=ENCODED)
def test_encodings(data: bytes) -> None:
    [game] = valid_games(list(read_records(io.BytesIO(data), name="x")))
    assert game.tags["White"] == "Zoë"
    assert game.end().ply == 3


BROKEN = {
    "empty": (b"", "the file is empty"),
    "blank": (b" \n\n\t\n", "the file is empty"),
    "binary": (bytes(range(256)) * 10, "not a text file"),
    "utf-32": (PGN.encode("utf-32"), "the text is in UTF-32: save it as UTF-8"),
    "prose": (b"<html>hello</html>", "is not the start of a game"),
    "another game": (b"(;GM[1]\nSU[go])", "line 1: 'GM[1]' is not BoardSpace's number for Hive"),
    "unknown set": (b"(;GM[27]\nSU[hive-x])", "line 2: 'SU[hive-x]' is not a known set of bugs"),
    "cut short": ((FOLDER / "robot.sgf").read_bytes()[:685], "line 26: the value of P1 is not closed"),
    "cut between nodes": (b"(;GM[27]\nSU[hive]\n; P0[1 movedone W wS1 N 13 .]\n", "ends within the game"),
    "open comment": (PGN.encode() + b"\n{ no end", "line 10: ply 3: a comment is not closed"),
    "open variation": (
        PGN.replace("Draw", "( 3. wA1 -wS1").encode(),
        "line 8: ply 3: the game ends within a variation",
    ),
    "closed twice": (PGN.replace("Draw", ")").encode(), "line 8: ply 3: the end of a variation without its beginning"),
    "variation first": (b"1. ( wS1 )", "line 1: ply 0: a variation before the first move"),
    "deep": (b"1. wS1 " + b"( 1. wG1 " * 60, "variations are nested more than 50 deep"),
    "after the end": (PGN.encode() + b"4. bQ bS1-", "'bQ bS1-' comes after the result"),
    "no game type": (b'[GameType "Chess"]\n1. wS1', "line 1: not a game type: 'Chess'"),
    "tags": (b"".join(b'[T%d "x"]\n' % n for n in range(300)), "line 201: more than 200 tags"),
    "long tag": (b'[White "%s"]\n1. wS1' % (b"x" * 5000), "the tag White is longer than 2000 characters"),
    "huge": (b"1. wS1 {" + b"x" * MAX_RECORD_LENGTH + b"}", "longer than"),
    "huge lines": (b"1. wS1\n{" + b"x\n" * MAX_RECORD_LENGTH, "the game is longer than"),
    "huge sgf": (b"(;GM[27]\nSU[hive]\n" + b"; P0[1 done]\n" * 100_000, "line 1: the game is longer than"),
    "not a move": (b"1. wS1\n2. hello\n", "line 2: ply 2: 'hello' is not a move"),
    "bad position": (b'[Position "nonsense"]\n1. wS1', "line 1: not a position: "),
    "no such piece": (b"(;GM[27]\nSU[hive]\n; P0[1 dropb X9 N 13 .]\n)", "line 3: ply 1: 'X9' is not a piece"),
    "nowhere": (b"(;GM[27]\nSU[hive]\n; P0[1 dropb wS1 somewhere]\n)", "line 3: ply 1: 'wS1 somewhere' is not a piece"),
}


@pytest.mark.parametrize(("data", "message"), BROKEN.values(), ids=BROKEN)
def test_broken_files_yield_one_clear_error(data: bytes, message: str) -> None:
    records = list(read_records(io.BytesIO(data), name="games"))
    errors = [str(record.error) for record in records if record.error is not None]
    assert len(errors) == 1
    assert errors[0].startswith("games: ")
    assert message in errors[0]
    assert len(errors[0]) < 1000


def test_unclosed_comment_ends_at_the_next_game() -> None:
    first, second = parse_records(PGN.replace("2. bS1", "{ lost\n2. bS1") + "\n" + PGN)
    assert first.error is not None
    assert second.error is None


def test_folder_with_broken_files_and_archives(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "good.pgn").write_text(PGN)
    (tmp_path / "binary.pgn").write_bytes(bytes(1000))
    (tmp_path / "a.sgf").write_bytes((FOLDER / "robot.sgf").read_bytes())
    (tmp_path / "ignored.jpg").write_bytes(b"\xff\xd8")
    (tmp_path / "broken.zip").write_bytes(b"PK nonsense")
    with zipfile.ZipFile(tmp_path / "more.zip", "w") as archive:
        archive.writestr("x/games.uhp", f"{GAME}\n{GAME}\n")
        archive.writestr("readme.md", "nothing")
    records = list(read_records(tmp_path))
    summary = [(Path(record.path).name, record.error and record.error.why[:24]) for record in records]
    assert summary == [
        ("a.sgf", None),
        ("binary.pgn", "not a text file"),
        ("broken.zip", "the archive cannot be re"),
        ("good.pgn", None),
        ("games.uhp", None),
        ("games.uhp", None),
    ]


def test_damaged_archive(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.uhp", f"{GAME}\n" * 2000)
    data = bytearray(path.read_bytes())
    data[60:90] = bytes(30)
    path.write_bytes(data)
    records = list(read_records(path))
    assert "the archive cannot be read" in str(records[-1].error)


def test_missing_file_and_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file or directory"):
        read_records(tmp_path / "no.pgn")
    [empty] = read_records(tmp_path)
    assert "no .pgn, .sgf, .uhp, .txt files found" in str(empty.error)
    missing, empty = read_paths([tmp_path / "no.pgn", tmp_path])
    assert (missing.path, missing.number, missing.line, missing.game) == (str(tmp_path / "no.pgn"), 0, 0, None)
    assert str(missing.error) == f"{tmp_path / 'no.pgn'}: No such file or directory"


def test_files_are_read_as_a_stream() -> None:
    class Endless(io.RawIOBase):
        def __init__(self) -> None:
            self.read_so_far = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            data = (f"{GAME}\n".encode() * (len(buffer) // len(GAME) + 1))[: len(buffer)]
            buffer[: len(data)] = data
            self.read_so_far += len(data)
            return len(data)

    endless = Endless()
    records = read_records(io.BufferedReader(endless), name="endless")
    for _ in range(100):
        assert next(records).number > 0
    assert endless.read_so_far < 1_000_000


def test_game_type_is_inferred_from_the_pieces() -> None:
    game = Game.parse("1. wM 2. bL wM-")
    assert str(game.game_type) == "Base+ML"
    assert game.remarks == ["no game type given; inferred Base+ML from the pieces"]


@pytest.mark.parametrize(
    ("tag", "last", "result"),
    [
        ("1-0", "", "White wins"),
        ("", "BlackWins", "Black wins"),
        ("1/2-1/2", "Draw", "Draw"),
        ("Unkown", "", "Unfinished"),
        ("InProgress", "1-0", "White wins"),
        ("Finished(0-1)", "", "Black wins"),
        ("left the table", "", "Unfinished: left the table"),
        ("1-0", "0-1", "White wins"),
    ],
)
def test_results_from_tag_and_last_line(tag: str, last: str, result: str) -> None:
    game = Game.parse(f'[GameType "Base"]\n[Result "{tag}"]\n\n1. wS1\n\n{last}')
    assert str(game.result) == result
    assert bool(game.remarks) == (tag[:3] == "1-0" and last == "0-1")
