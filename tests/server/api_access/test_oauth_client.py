"""An independent OAuth client, Authlib's, gets a token from a running server; and the examples of docs/oauth.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

from tests.server.api_access.programs import VERIFIER, Program, code_for, new_token, registered
from tests.server.browsers import Browser
from tests.server.processes import UNLIMITED, Server
from tests.services import missing

BACK = "http://127.0.0.1:4711/back"
DOCS = Path("docs/oauth.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served"), *UNLIMITED) as process:
        yield process


@pytest.fixture
def client(process: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=process.url, timeout=30) as client:
        yield client


@pytest.fixture
def browser(client: httpx.Client) -> Browser:
    """A browser that is signed in."""
    return registered(client)  # type: ignore[arg-type]


def agree(browser: Browser, address: str) -> str:
    """Open the page at an address, agree, and return where the player is sent."""
    page, _, query = address.partition("?")
    assert urlsplit(page).path == "/oauth"
    answer = browser.post(f"/api/oauth?{query}")
    assert answer.status_code == 200, answer.text
    redirect: str = answer.json()["redirect"]
    return redirect


def test_authlib_gets_a_token_and_uses_it(process: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
    with OAuth2Session(
        "test-client",
        token_endpoint_auth_method="none",
        scope="challenge:read study:read",
        redirect_uri=BACK,
        code_challenge_method="S256",
    ) as program:
        found = program.get(f"{process.url}/.well-known/oauth-authorization-server", withhold_token=True).json()
        assert AuthorizationServerMetadata(found).validate() is None
        assert found["issuer"] == process.url
        address, state = program.create_authorization_url(found["authorization_endpoint"], code_verifier=VERIFIER)
        redirect = agree(browser, address)
        assert redirect.startswith(f"{BACK}?")
        assert parse_qs(urlsplit(redirect).query)["iss"] == [found["issuer"]]
        token = program.fetch_token(
            found["token_endpoint"], authorization_response=redirect, state=state, code_verifier=VERIFIER
        )
        assert (token["token_type"], token["scope"]) == ("Bearer", "challenge:read study:read")
        assert program.get(f"{process.url}/api/me").status_code == 200
        with pytest.raises(OAuthError, match="invalid_grant"):
            program.fetch_token(
                f"{process.url}/api/token", authorization_response=redirect, state=state, code_verifier=VERIFIER
            )
        # using the code again has revoked the token
        program.token = token
        assert program.get(f"{process.url}/api/me").status_code == 401


def test_the_examples_with_curl_work(process: Server, browser: Browser, client: httpx.Client) -> None:
    if shutil.which("curl") is None:
        missing("curl")
    token = new_token(browser, "bot:play")
    asked = {"client_id": "example.com", "redirect_uri": "https://example.com/back"}
    code = code_for(browser, **asked, scope="challenge:write board:play")
    environment = {**os.environ, "TOKEN": token, "CODE": code, "VERIFIER": VERIFIER, "no_proxy": "127.0.0.1"}
    blocks = re.findall(r"```console\n(.*?)```", DOCS, re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = re.sub(r"\\\n\s*", "", example).partition("\n")
            command = command.replace("https://hive.example", process.url).replace("curl ", "curl --silent ")
            done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True, timeout=60)
            pattern = re.escape(expected.strip()).replace(r"\.\.\.", ".*")
            assert re.fullmatch(pattern, done.stdout.strip()), (command, done.stdout, done.stderr)
    assert not Program(client, token).works()  # type: ignore[arg-type]


def test_the_example_of_an_address_is_accepted(client: httpx.Client) -> None:
    found = re.search(r"https://hive\.example(/oauth\n(?: {8}.*\n)+)", DOCS)
    assert found is not None
    path = re.sub(r"\s", "", found[1])
    answer = client.get(f"/api{path}").json()
    assert (answer["fault"], answer["scopes"]) == (None, ["challenge:write", "board:play"])
    assert parse_qs(urlsplit(path).query)["redirect_uri"] == ["https://example.com/back"]
