"""Guests: a cookie that nobody can guess is all there is to an account."""

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


def mark_of(token: str) -> str:
    """What the house keeps in place of the token: who reads the database cannot take a seat."""
    return sha256(f"guest|{token}".encode()).hexdigest()


def token_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token of a request, if it has the form of one."""
    for name, value in headers:
        if name == b"cookie":
            try:
                morsel = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            except CookieError:
                continue
            if morsel is not None and _TOKEN.fullmatch(morsel.value):
                return morsel.value
    return None


def mark_in(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The mark of a request's guest; empty: nobody yet."""
    token = token_in(headers)
    return "" if token is None else mark_of(token)


def set_cookie(token: str, *, secure: bool) -> str:
    """Out of reach of scripts, and of other pages."""
    parts = [f"{COOKIE}={token}", "Path=/", f"Max-Age={A_YEAR}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)
