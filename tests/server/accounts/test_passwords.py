"""Which passwords are allowed, and how they are hashed."""

from __future__ import annotations

import asyncio
from importlib.resources import files

import pytest
from argon2 import PasswordHasher, extract_parameters

from skep.server.accounts import passwords
from skep.server.accounts.passwords import Passwords, check_password
from skep.server.http.problem_error import ProblemError


def refusal(password: str, name: str = "Anna") -> str | None:
    try:
        check_password(password, name)
    except ProblemError as error:
        return error.code
    return None


@pytest.mark.parametrize(
    "password",
    [
        "tigermoose",
        "пароль с пробелами",
        "        x",
        "🐝🐝🐝🐝🐝🐝🐝🐝",
        "a" * 20,
        "x" * 128,
        "queen of the garden gate",
    ],
)
def test_passwords_of_any_composition_are_allowed(password: str) -> None:
    assert refusal(password) is None


@pytest.mark.parametrize("password", ["", "7 chars", "x" * 129])
def test_passwords_have_eight_to_128_characters(password: str) -> None:
    assert refusal(password) == "password-length"


@pytest.mark.parametrize("password", ["password1", "12345678", "QWERTYUIOP", "iloveyou", "trustno1"])
def test_common_passwords_are_refused(password: str) -> None:
    assert refusal(password) == "password-common"


@pytest.mark.parametrize(
    "password", ["skepskep", "Beehive1!", "HIVE-2026", "hive12345678", "queenbee99", "Anna2026", "annaANNA"]
)
def test_words_of_the_site_and_the_own_name_are_refused(password: str) -> None:
    assert refusal(password) == "password-guessable"


def test_a_name_of_several_words_counts_whole_and_in_parts() -> None:
    assert refusal("Berta1999", "Berta Marie") == "password-guessable"
    assert refusal("berta marie", "Berta Marie") == "password-guessable"
    assert refusal("Berta1999") is None


def test_the_list_has_the_3000_most_common_passwords_of_enough_length() -> None:
    lines = files("skep.server.accounts").joinpath("common_passwords.txt").read_text().splitlines()
    assert len(lines) == len(set(lines)) == 10_000
    assert all(len(line) >= passwords.MIN_LENGTH and line == line.casefold() for line in lines)
    assert lines[0] == "password"


def test_passwords_are_verified_exactly() -> None:
    async def check() -> list[bool]:
        hasher = Passwords()
        stored = await hasher.hash("Correct horse ")
        # 64 MiB, three times, as RFC 9106 recommends
        assert stored.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
        tries = ("Correct horse ", "correct horse ", "Correct horse", "Correct horse  ", "")
        return [await hasher.verify(each, stored) for each in tries]

    assert asyncio.run(check()) == [True, False, False, False, False]


def test_an_account_without_a_password_has_none_that_fits() -> None:
    assert not asyncio.run(Passwords().verify("no account has this password", None))


def test_an_account_without_a_password_takes_as_much_work_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    verified = []
    verify = PasswordHasher.verify

    def note(hasher: PasswordHasher, stored: str, password: str) -> bool:
        verified.append(stored)
        return verify(hasher, stored, password)

    monkeypatch.setattr(PasswordHasher, "verify", note)

    async def check() -> str:
        hasher = Passwords()
        stored = await hasher.hash("Correct horse ")
        assert not await hasher.verify("wrong", stored)
        assert not await hasher.verify("wrong", None)
        return stored

    stored = asyncio.run(check())
    assert verified[0] == stored
    assert extract_parameters(verified[1]) == extract_parameters(stored)


def test_the_queue_of_passwords_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_MAX_WAITING", 2)

    async def check() -> list[object]:
        hasher = Passwords()
        return await asyncio.gather(*(hasher.hash("tigermoose") for _ in range(3)), return_exceptions=True)

    *hashed, refused = asyncio.run(check())
    assert len({*hashed}) == 2
    assert isinstance(refused, ProblemError)
    assert (refused.status, refused.code) == (503, "busy")
