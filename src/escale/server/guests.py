"""Guests: a random token in a cookie is all there is to an account."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from secrets import token_urlsafe

COOKIE = "escale"
SECURE_COOKIE = "__Host-escale"  # browsers take it only over HTTPS, from this very host
A_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    return token_urlsafe(32)


def guest_hash(token: str) -> str:
    """What is stored in place of the token: it cannot be used to take a guest's seat."""
    return sha256(f"guest|{token}".encode()).hexdigest()


def token_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token in the request's cookie, if it is well-formed."""
    tokens = tokens_in(headers)
    return tokens.get(SECURE_COOKIE) or tokens.get(COOKIE)


def tokens_in(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The tokens that are well-formed, by the names of their cookies. A guest who came before
    there was `SECURE_COOKIE`, or without HTTPS, has the other."""
    found: dict[str, str] = {}
    for header, value in headers:
        if header == b"cookie":
            try:
                cookies = SimpleCookie(value.decode("latin-1"))
            except CookieError:
                continue
            for name in (SECURE_COOKIE, COOKIE):
                if name in cookies and _TOKEN.fullmatch(cookies[name].value):
                    found.setdefault(name, cookies[name].value)
    return found


def guest_hash_in(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The hash of the request's guest; empty: it has no valid cookie."""
    token = token_in(headers)
    return "" if token is None else guest_hash(token)


def set_cookie(token: str, *, secure: bool) -> str:
    """The value of `Set-Cookie`: out of reach of scripts and of other sites."""
    name = SECURE_COOKIE if secure else COOKIE
    parts = [f"{name}={token}", "Path=/", f"Max-Age={A_YEAR}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)
