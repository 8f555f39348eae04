"""The clients of a long run, which notice an answer that is overdue."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

from escale.core.proof import Proof, verify
from escale.games import matchfile
from tests.soak.crowd import A_MOMENT, BROKEN, Crowd

PATIENCE = 30.0  # seconds for an answer, of a house that is up all the while
BUSY = (429, 502, 503)  # the server asks to retry


@dataclass
class Guests(Crowd):
    """A crowd that knows since when the server is up: around a kill no answer is due."""

    up_since: float | None = None  # None: some part of it is down
    thinking: float = 0.3  # seconds that a person thinks, on average
    cut_off: float = 0.02  # of all that a person hears is the last on that line
    waits: list[float] = field(default_factory=list)  # seconds for each answer
    over: dict[str, str] = field(default_factory=dict)  # the game of each match that came to an end

    def calm(self, since: float) -> bool:
        """Has the house been up ever since?"""
        return self.up_since is not None and self.up_since <= since

    def answered(self, since: float) -> None:
        """In quiet times, for the figures."""
        self.counts["answers"] += 1
        if self.calm(since):
            self.waits.append(time.monotonic() - since)

    def fail(self, since: float, what: str) -> None:
        """Something went wrong with a connection: that is the house's fault if it was up."""
        if self.calm(since):
            self.wrong.append(f"in quiet times: {what}")
        else:
            self.counts["broken lines"] += 1

    def owed(self, since: float, what: str) -> None:
        """Somebody has waited for so long."""
        self.counts["not answered"] += self.calm(since)
        self.fail(since, f"no answer to {what}")

    async def ask(self, method: str, path: str, token: str, plain: Any = None) -> httpx.Response:
        """A connection that was kept may end just as it is used again: that can happen once."""
        broken = 0
        while True:
            began = time.monotonic()
            try:
                answer = await self._request(method, path, token, plain)
            except httpx.TimeoutException:
                self.owed(began, f"{method} {path}")
            except BROKEN as problem:
                broken += 1
                if broken > 1:
                    self.fail(began, f"{method} {path}: {problem!r}")
            else:
                self.answered(began)
                if answer.status_code not in BUSY:
                    if answer.status_code >= 500:
                        self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text}")
                    return answer
                self.fail(began, f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(A_MOMENT * (1 + self.dice.random()))

    async def _request(self, method: str, path: str, token: str, plain: Any) -> httpx.Response:
        cookie = {"Cookie": f"escale={token}"}
        return await self.http.request(method, self.url + path, json=plain, headers=cookie)

    async def prove(self, table: str, token: str) -> None:
        """Take the match file home, and verify it as anybody can."""
        answer = await self.ask("GET", f"/api/tables/{table}/match", token)
        if answer.status_code != 200:
            self.wrong.append(f"table {table}: no match file, {answer.status_code} {answer.text}")
            return
        proof = await asyncio.to_thread(_proof, answer.text)
        self.counts["match files proved"] += 1
        self.wrong += [f"table {table}: match file: {problem}" for problem in proof.problems]


def _proof(match_file: str) -> Proof:
    game, record = matchfile.from_json(match_file)
    return verify(matchfile.at_start(game, record.header).rules, record)


def client() -> httpx.AsyncClient:
    """Without cookies of its own. What nobody uses for long is closed before the house does it."""
    return httpx.AsyncClient(
        trust_env=False,
        timeout=PATIENCE,
        limits=httpx.Limits(max_connections=400, keepalive_expiry=1),
    )
