"""Guests: a random token in a cookie is all there is to an account."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from secrets import token_urlsafe

COOKIE = "escale"
A_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    return token_urlsafe(32)


def guest_hash(token: str) -> str:
    """What is stored in place of the token: it cannot be used to take a guest's seat."""
    return sha256(f"guest|{token}".encode()).hexdigest()


def token_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token in the request's cookie, if it is well-formed."""
    for name, value in headers:
        if name == b"cookie":
            try:
                morsel = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            except CookieError:
                continue
            if morsel is not None and _TOKEN.fullmatch(morsel.value):
                return morsel.value
    return None


def guest_hash_in(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The hash of the request's guest; empty: it has no valid cookie."""
    token = token_in(headers)
    return "" if token is None else guest_hash(token)


def set_cookie(token: str, *, secure: bool) -> str:
    """The value of `Set-Cookie`: out of reach of scripts and of other sites."""
    parts = [f"{COOKIE}={token}", "Path=/", f"Max-Age={A_YEAR}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)
