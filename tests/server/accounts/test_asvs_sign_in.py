"""OWASP ASVS 5.0, V6.1 and V6.3 to V6.8: signing in and recovery."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import select

from skep.database.engines import read_url, writing_engine
from skep.server.accounts.recovery import hash_code
from skep.server.app import api_description
from skep.server.store.account_tables import accounts, recovery_codes
from tests.server.accounts.people import (
    PASSWORD,
    add_passkey,
    code_of,
    keep_session,
    options_of,
    register_with_passkey,
    sign_in_with_passkey,
)
from tests.server.accounts.requirements import shows
from tests.server.browsers import Browser, TestClient, running_server, settings_in

_STRANGERS = 10
"""Wrong passwords for one name that one address can try at once."""


@contextmanager
def limited_server(folder: Path) -> Iterator[TestClient]:
    with running_server(settings_in(folder, sign_ins_per_hour=0.001)) as client:
        yield client


def come_from(client: TestClient, address: str) -> None:
    client._transport.client = (address, 1)


def try_password(browser: Browser, name: str, password: str = "wrong horse battery") -> int:
    return browser.post("/api/sessions", {"name": name, "password": password}).status_code


@shows("6.1.1", "6.3.1")
def test_guessing_is_slowed_down_per_name_and_address(tmp_path: Path) -> None:
    with limited_server(tmp_path) as client:
        Browser(client).register("Target Theo")
        thief = Browser(client)
        codes = [try_password(thief, "Target Theo") for _ in range(_STRANGERS + 2)]
        assert codes == [403] * _STRANGERS + [429] * 2
        answer = thief.post("/api/sessions", {"name": "Target Theo", "password": PASSWORD})
        assert code_of(answer) == (429, "too-many-sign-ins"), "not even the right one"
        assert int(answer.headers["retry-after"]) > 1000
        # another cookie makes no difference, and neither does another spelling of the name
        assert try_password(Browser(client), "TARGET THEO") == 429
        # trying one password with many names uses up the allowance of the address
        codes = [try_password(thief, f"Somebody {number}") for number in range(40)]
        assert codes[0] == 403
        assert codes[-1] == 429


@shows("6.1.1", "6.3.1")
def test_many_addresses_share_an_allowance_per_name(tmp_path: Path) -> None:
    with limited_server(tmp_path) as client:
        Browser(client).register("Botnet Bea")
        thief, codes = Browser(client), []
        for number in range(21):
            come_from(client, f"192.0.2.{number}")
            codes += [try_password(thief, "Botnet Bea") for _ in range(5)]
        assert codes == [403] * 100 + [429] * 5


@shows("6.1.1", "6.3.1")
def test_a_stranger_cannot_lock_somebody_out(tmp_path: Path) -> None:
    with limited_server(tmp_path) as client:
        owner, thief = Browser(client), Browser(client)
        owner.register("Locked Lou")
        for number in range(12):
            come_from(client, f"192.0.2.{number}")
            for _ in range(_STRANGERS):
                try_password(thief, "Locked Lou")
        # even from the same address, the known device has an allowance of its own
        assert owner.delete("/api/session").status_code == 200
        owner.sign_in("Locked Lou")
        codes = [try_password(owner, "Locked Lou") for _ in range(_STRANGERS)]
        assert codes[-1] == 429, "and it is limited too"


@shows("6.1.1", "6.3.1")
def test_passkeys_work_while_passwords_are_slowed_down(tmp_path: Path) -> None:
    with limited_server(tmp_path) as client:
        owner, thief, phone = Browser(client), Browser(client), Browser(client)
        owner.register("Phone Phil")
        authenticator = add_passkey(owner)
        [code, *_] = owner.post("/api/account/recovery-codes").json()["codes"]
        while try_password(thief, "Phone Phil") != 429:
            pass
        sign_in_with_passkey(phone, authenticator)
        assert thief.post("/api/sessions/recovery", {"code": code}).status_code == 200


@shows("6.1.1", "6.3.1")
def test_names_without_an_account_are_treated_the_same(tmp_path: Path) -> None:
    """This is more than 6.3.8 asks for at level 3: the number of attempts does not tell either."""
    with limited_server(tmp_path) as client:
        Browser(client).register("Known Kim")
        known = [Browser(client).post("/api/sessions", {"name": "Known Kim", "password": "wrong"}) for _ in range(11)]
        unknown = [Browser(client).post("/api/sessions", {"name": "Nobody", "password": "wrong"}) for _ in range(11)]
        assert [each.status_code for each in known] == [each.status_code for each in unknown] == [403] * 10 + [429]
        assert known[0].json() == unknown[0].json()
        assert known[0].headers.keys() == unknown[0].headers.keys()


@shows("6.3.2")
def test_a_new_server_has_no_accounts(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        for name in ("admin", "root", "sa", "skep"):
            assert try_password(Browser(client), name, name) == 403
    engine = writing_engine(read_url(settings.database))
    with engine.begin() as connection:
        assert connection.execute(select(accounts)).all() == []
    engine.dispose()


@shows("6.1.3", "6.3.4")
def test_every_way_to_sign_in_is_documented() -> None:
    ways = {
        path
        for path in api_description()["paths"]
        if re.match(r"/api/(accounts|sessions|session/confirmation)", path) and "{" not in path
    }
    page = Path("docs/accounts.md").read_text()
    assert {path for path in ways if f"`POST {path}`" not in page} == set()
    assert ways == {
        "/api/accounts",
        "/api/accounts/passkey",
        "/api/accounts/passkey/options",
        "/api/sessions",
        "/api/sessions/passkey",
        "/api/sessions/passkey/options",
        "/api/sessions/recovery",
        "/api/session/confirmation",
        "/api/session/confirmation/passkey",
        "/api/session/confirmation/passkey/options",
    }


@shows("6.3.3")
def test_a_passkey_counts_as_two_factors(server: TestClient) -> None:
    """It proves that the device is there and that its user has unlocked it; a password is a documented exception."""
    browser = Browser(server)
    authenticator = register_with_passkey(browser, "Factor Fred")
    authenticator.verifies = False
    options = options_of(browser, "/api/sessions/passkey/options")
    assert options["userVerification"] == "required"
    answer = browser.post("/api/sessions/passkey", authenticator.sign(options))
    assert code_of(answer) == (403, "wrong-passkey")
    page = Path("docs/accounts.md").read_text()
    assert "6.3.3" in page
    assert "single factor" in page


@shows("6.4.2")
def test_there_are_no_secret_questions() -> None:
    described = str(api_description()).lower()
    assert not re.search(r"security question|secret question|password hint|mother's maiden", described)


@shows("6.4.3", "6.4.4", "7.4.3")
def test_a_code_replaces_a_forgotten_password(server: TestClient) -> None:
    owner, thief, device = Browser(server), Browser(server), Browser(server)
    owner.register("Forgetful Finn")
    thief.sign_in("Forgetful Finn")
    [code, *others] = owner.post("/api/account/recovery-codes").json()["codes"]
    answer = device.post("/api/sessions/recovery", {"code": code.lower().replace("-", " ")})
    assert answer.json() == {"name": "Forgetful Finn", "registered": True, "role": ""}
    keep_session(device, answer)
    assert device.get("/api/account").json()["recovering"]
    changed = device.put("/api/account/password", {"password": "remembered horse"})
    assert changed.status_code == 200
    keep_session(device, changed)
    account = device.get("/api/account").json()
    assert (account["recovering"], account["codes"]) == (False, len(others))
    assert thief.get("/api/account").status_code == 401
    assert try_password(thief, "Forgetful Finn", PASSWORD) == 403
    # from now on, the current password is needed again
    assert code_of(device.put("/api/account/password", {"password": "third horse"})) == (403, "wrong-password")


@shows("6.4.3", "6.4.4")
def test_a_code_lets_somebody_add_a_passkey(server: TestClient) -> None:
    owner, device = Browser(server), Browser(server)
    register_with_passkey(owner, "Lost Lea")
    [code, *_] = owner.post("/api/account/recovery-codes").json()["codes"]
    answer = device.post("/api/sessions/recovery", {"code": code})
    keep_session(device, answer)
    authenticator = add_passkey(device)
    assert not device.get("/api/account").json()["recovering"]
    assert owner.get("/api/account").status_code == 401
    sign_in_with_passkey(owner, authenticator)


@shows("6.5.1")
def test_a_code_works_once(server: TestClient) -> None:
    owner, device = Browser(server), Browser(server)
    owner.register("Once Otto")
    codes = owner.post("/api/account/recovery-codes").json()["codes"]
    assert device.post("/api/sessions/recovery", {"code": codes[0]}).status_code == 200
    assert code_of(device.post("/api/sessions/recovery", {"code": codes[0]})) == (403, "wrong-code")
    assert code_of(device.post("/api/sessions/recovery", {"code": "not a code"})) == (403, "wrong-code")
    renewed = owner.post("/api/account/recovery-codes").json()["codes"]
    assert code_of(device.post("/api/sessions/recovery", {"code": codes[1]})) == (403, "wrong-code")
    assert device.post("/api/sessions/recovery", {"code": renewed[1]}).status_code == 200


@shows("6.5.2", "6.5.3", "6.5.4")
def test_codes_are_random_and_stored_as_hashes(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with running_server(settings) as client:
        owner = Browser(client)
        owner.register("Hash Hanna")
        codes = owner.post("/api/account/recovery-codes").json()["codes"]
        again = owner.post("/api/account/recovery-codes").json()["codes"]
    assert not {*codes} & {*again}
    # 25 letters of 32 are 125 bits, so a plain hash is enough
    assert {len(code.replace("-", "")) for code in codes} == {25}
    engine = writing_engine(read_url(settings.database))
    with engine.begin() as connection:
        stored = set(connection.scalars(select(recovery_codes.c.code)))
    engine.dispose()
    assert stored == {hash_code(code) for code in again}
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in stored)
