"""Request and response bodies of the REST API about accounts."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from skep.server.schemas.lobby import Body

__all__ = ["NewAccount", "PasswordSignIn"]


class NewAccount(Body, frozen=True, kw_only=True):
    """An account to create."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    password: Annotated[str, Meta(min_length=8, max_length=128)]


class PasswordSignIn(Body, frozen=True, kw_only=True):
    """A name and the password of its account."""

    name: Annotated[str, Meta(max_length=24)]
    password: Annotated[str, Meta(max_length=128)]
