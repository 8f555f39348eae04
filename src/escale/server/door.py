"""Who may come in: the host may ban guests, set a password, or close the house to newcomers."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie

from escale.server.asgi import Scope
from escale.server.guests import A_YEAR, guest_hash_in
from escale.server.refusal_texts import Reason
from escale.store.protocol import StoreError
from escale.tables.house import House

COOKIE = "escale-door"
GUARDED = ("/api/tables", "/api/matches")  # games and rulebooks are for everybody
MOST_KNOWN = 10_000


class Door:
    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[str, None] = OrderedDict()  # guests who were at a table

    async def refusal(self, scope: Scope) -> Reason | None:
        """Why this request may not pass; None: it may."""
        if self._house.host_state.is_open or not scope["path"].startswith(GUARDED):
            return None
        return await self.refusal_of(scope["headers"])

    async def refusal_of(self, headers: Iterable[tuple[bytes, bytes]]) -> Reason | None:
        state, headers = self._house.host_state, list(headers)
        guest = guest_hash_in(headers)
        if state.is_banned(guest, self._house.now()):
            return "banned"
        if state.password and not _is_admitted(headers, state.admission()):
            return "password-needed"
        try:
            if not state.newcomers and not await self._is_known(guest):
                return "house-closed"
        except StoreError:
            return "not-found-out"
        return None

    async def _is_known(self, guest: str) -> bool:
        if guest not in self._known:
            if not guest or not await self._house.store.tables_of_guest(guest, 1):
                return False
            self._known[guest] = None
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return True


def _is_admitted(headers: Iterable[tuple[bytes, bytes]], admission: str) -> bool:
    for name, value in headers:
        if name == b"cookie":
            try:
                morsel = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            except CookieError:
                continue
            if morsel is not None and hmac.compare_digest(
                morsel.value.encode(), admission.encode()
            ):
                return True
    return False


def admission_cookie(admission: str, *, secure: bool) -> str:
    parts = [f"{COOKIE}={admission}", "Path=/", f"Max-Age={A_YEAR}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)
