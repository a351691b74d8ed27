"""Texts, JSON, files and headers that break careless programs."""

from __future__ import annotations

import json
import random
from typing import Any, Final

__all__ = ["COOKIES", "FILES", "NUMBERS", "TEXTS", "nested", "odd_json", "odd_value", "random_text", "to_json"]

TEXTS: Final = (
    "",
    " ",
    "\0",
    "a\0b",
    "\n",
    "wQ\n",
    "en\n",
    "2020\n",
    "\r\n",
    "\t\x0b\x0c",
    "\x01\x02\x1b[2J\x7f",
    "\x80\x85\x9f",
    "\u2028\u2029",
    "\ud800",
    "\udfff\ud800",
    "half \ud83d a pair",
    "\ufeff\ufffe\uffff",
    "\U0010ffff",
    "🐝",
    "\u202eabc\u2066",
    "\u3164\u2800\u115f\ufe0f\u034f",
    "e" + "\u0301" * 400,
    "٣²½Ⅷ",
    "w\u017f1",
    "ß" * 200,
    "%s%d%n{0}{x}$1\\1",
    "../../../../etc/passwd",
    "C:\\con\\nul",
    "'; DROP TABLE games; --",
    "\"\\'`",
    "<script>alert(1)</script>&amp;",
    "[%u d800][%u 0][%u 110000][%clk 9:9][%mark green 0,0]",
    "NaN",
    "-0",
    "1e999",
    "9" * 400,
    "x" * 5_000,
    "null",
    "__proto__",
)
NUMBERS: Final = (0, -1, 1, 255, 2**31 - 1, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308, 1e-320)
COOKIES: Final = (
    b"",
    b"=",
    b";",
    b";;;===;;",
    b"skep_guest",
    b"skep_guest=",
    b"skep_guest=\xff\xfe",
    b'skep_guest="',
    b'skep_guest="\\"',
    b"skep_guest=%00%0a",
    b"skep_guest=" + b"A" * 43,
    b"skep_guest=" + b"A" * 43 + b"; skep_guest=" + b"B" * 43,
    b"skep_guest=" + b"A" * 4000,
    b"__Host-skep_guest=x; skep_guest=y",
    b'prefs={"theme": "dark"}; a[b]=1; name=two words; lonely',
    b"$Version=1; skep_guest=x; $Path=/",
    b"a=" + bytes(range(0x80, 0x100)),
    b"\xc3\xa9=\xe2\x98\xa0",
    b"; ".join(b"c%d=1" % number for number in range(300)),
    b"expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure; HttpOnly",
)
_MOVES: Final = "1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n"
FILES: Final = (
    b"",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xff\xfe\x00\xd8\x0a\x00",
    b"\0" * 50,
    b"PK\x03\x04",
    b"Base;;;wS1;bS1 wS1-",
    b"Base;;;wS1\0;bS1 wS1-",
    b"Base;InProgress;White[\xd9\xa3];wS1",
    b"1. wS1 { [%u d800] [%u 0] [%u 1b] [%u dfff] } 2. bS1 wS1-",
    b"1. wS1 { \x1b[31m \x00 \xed\xa0\x80 } 2. bS1 wS1-",
    b"{ only a comment",
    b"1. w\xc5\xbf1",
    b"(" * 3000,
    b"1. wS1 " + b"(1. wA1 " * 60,
    b"(;GM[27]\nSU[hive]\nC[\x00\xff]\n; P0[1 dropb wS1 N 13 .]\n; P0[2 done]\n)",
    b"(;GM[\x1b[2J]\nSU[hive-\xd9\xa3])",
    '[White "\0\ud800"]\n'.encode("utf-8", "surrogatepass") + _MOVES.encode(),
    f'[White "{"x" * 3000}"]\n{_MOVES}'.encode(),
    f'[Date "2020.٣.1"]\n[Result "\x1b"]\n[Termination "\x07"]\n\n{_MOVES}'.encode(),
    f"{_MOVES}{{ {'z' * 100_000} }}".encode(),
    b"ultimate-2024 Base White[1] -",
    b"Black[\xd9\xa3] 0,0:wS1bQ/wQbS1",
)
_RAW_STRINGS: Final = (
    rb'"\ud800"',
    rb'"\udc00\ud800"',
    rb'"\u0000"',
    rb'"\x"',
    b'"\x00"',
    b'"\xff"',
    b'"\xed\xa0\x80"',
    b'"\xc0\x80"',
    b'"\xf5\x80\x80\x80"',
    b'"',
    b"'x'",
    b"NaN",
    b"Infinity",
    b"1e400",
    b"9" * 5000,
    b"0x10",
    b"[1,]",
    b"{}{}",
    b'{"a":1,"a":2}',
    b'{"\\ud800":1}',
    b'{"\\u0000":1}',
    b"\xef\xbb\xbf{}",
)


def random_text(rng: random.Random) -> str:
    """Return a text of the corpus, two of them joined, or random characters, surrogates included."""
    how = rng.randrange(4)
    if how == 0:
        return "".join(chr(rng.choice((rng.randrange(0x20), rng.randrange(0x3000), 0xD800 + rng.randrange(0x800)))))
    if how == 1:
        return rng.choice(TEXTS) + rng.choice(TEXTS)
    return rng.choice(TEXTS)


def odd_value(rng: random.Random) -> Any:
    """Return a JSON value that fits few fields."""
    how = rng.randrange(6)
    if how == 0:
        return rng.choice(NUMBERS)
    if how == 1:
        return rng.choice([None, True, False, [], {}, [[]], {"": None}])
    if how == 2:
        return [random_text(rng) for _ in range(rng.randrange(4))]
    if how == 3:
        return {random_text(rng): random_text(rng)}
    return random_text(rng)


def nested(depth: int, rng: random.Random) -> bytes:
    """Return deeply nested JSON, closed or not."""
    opening, closing = rng.choice([(b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":', b"}]")])
    return opening * depth + (b"1" + closing * depth if rng.random() < 0.5 else b"")


def odd_json(rng: random.Random) -> bytes:
    """Return bytes that are not JSON, or strange JSON."""
    how = rng.randrange(4)
    if how == 0:
        return nested(rng.choice([10, 600, 3000]), rng)
    if how == 1:
        return rng.randbytes(rng.randrange(60))
    return rng.choice(_RAW_STRINGS)


def to_json(value: Any, rng: random.Random) -> bytes:
    """Return a value as JSON with some damage: lone surrogates as escapes or raw bytes, or a broken byte."""
    how = rng.randrange(6)
    if how == 0:
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    text = json.dumps(value).encode()
    if how == 1 and text:
        at = rng.randrange(len(text))
        return text[:at] + rng.choice([b"\x00", b"\xff", b"\n", b'"', b"\\", b"}", b"\xed\xa0\x80"]) + text[at + 1 :]
    if how == 2:
        at = text.find(b'"', rng.randrange(len(text) + 1))
        return text if at < 0 else text[:at] + rng.choice(_RAW_STRINGS) + text[at + 1 :]
    if how == 3 and rng.random() < 0.2:
        return text[: rng.randrange(len(text) + 1)]
    return text
