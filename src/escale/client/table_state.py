"""The state of a table, assembled from updates."""

from __future__ import annotations

import time
from typing import Any

from escale.client import clocks

ANEW = ("Elapsed", "Rewound", "Resumed")  # after these every seat has a new turn


class TableState:
    """All attributes hold plain data as the server sends it (see docs/protocol.md).

    `about`: the table around the match. `play`: the public part of the match, None before it
    begins. `views`: what our seats see; the key None is what spectators see. `happened`: the
    entries since the connection was opened, or since the server sent everything anew.
    """

    def __init__(self) -> None:
        self.number = 0
        self.person: int | None = None
        self.seats: tuple[int, ...] = ()
        self.about: dict[str, Any] = {}
        self.play: dict[str, Any] | None = None
        self.views: dict[int | None, dict[str, Any]] = {}
        self.here: tuple[int, ...] = ()  # people, by their numbers
        self.watching = 0  # connections
        self.happened: list[dict[str, Any]] = []
        self._moments: dict[int, int] = {}  # by seat: the update since which it is awaited
        self._now = (0.0, 0.0)  # the server's clock (ms) and ours (s) at one moment

    @property
    def people(self) -> list[str]:
        """The names of all people who came to the table, by number."""
        return list(self.about["people"])

    @property
    def status(self) -> str:
        """gathering, playing or over."""
        return str(self.about["status"])

    @property
    def score(self) -> dict[str, Any] | None:
        return None if self.play is None else self.play["score"]

    def moment(self, seat: int) -> int | None:
        """The number of the update since which this seat is awaited; None: it is not."""
        waits = self.status == "playing" and not self.about["paused"]
        gone = self.about["seats"][seat]["resigned"]
        return self._moments.get(seat) if waits and not gone else None

    def now(self) -> float:
        """The server's wall time, in milliseconds."""
        there, here = self._now
        return there + (time.monotonic() - here) * 1000

    def seconds_left(self) -> float | None:
        """Until the clock ends this move; None if no clock runs."""
        if self.play is None or self.status != "playing" or self.about["paused"]:
            return None
        return clocks.seconds_left(self.play, self.now())

    def match_time(self) -> float:
        """The match clock in milliseconds; 0 before the match."""
        return 0.0 if self.play is None else clocks.reading(self.play["match_clock"], self.now())

    def seconds_until(self, match_time: float) -> float | None:
        """Until this match time; None: not before something changes.

        Where nothing is timed, as in most of slow play, the clock stands still: 0, do not wait.
        """
        if self.play is None or self.about["paused"]:
            return None
        if self.play["match_clock"]["since"] is None:
            return 0.0 if self.play["deadline"] is None else None
        return max(0.0, (match_time - self.match_time()) / 1000)

    def take_update(self, update: dict[str, Any]) -> None:
        """Parts that the update leaves out are unchanged."""
        happened = update["happened"]
        if happened and happened[0]["number"] <= self.number:  # a backup was put back
            self.happened, self._moments = [], {}
        self.number = update["number"]
        self._now = (update["now"], time.monotonic())
        if "you" in update:
            self.person, self.seats = update["you"]["person"], tuple(update["you"]["seats"])
        self.about = update.get("table", self.about)
        self.play = update.get("play", self.play)
        if "views" in update:
            self.views = {view["seat"]: view for view in update["views"]}
        self.happened.extend(happened)
        self._moments = self._moments_after(happened)

    def take_presence(self, presence: dict[str, Any]) -> None:
        self.here, self.watching = tuple(presence["here"]), presence["watching"]

    def _moments_after(self, happened: list[dict[str, Any]]) -> dict[int, int]:
        """A seat's turn is new if it has acted, or if a deadline or take-back came between."""
        parts = [one for entry in happened for one in entry["what"]]
        plays = [one["events"] for one in parts if one["kind"] == "Happened"]
        events = [event for play in plays for event in play]
        again = len(plays) > 1 or any(one["kind"] in ANEW for one in (*parts, *events))
        acted = {event["seat"] for event in events if event["kind"] == "Acted"}
        known = {
            seat: since for seat, since in self._moments.items() if not again and seat not in acted
        }
        awaits: list[int] = [] if self.play is None else self.play["awaits"]
        return {seat: known.get(seat, self.number) for seat in awaits}
