"""A table without a server: what is asked, what follows, and what everybody sees."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import msgspec

from escale.core.codec import to_plain
from escale.core.game import Game
from escale.core.play import Ruling
from escale.tables.decisions import commands, seating
from escale.tables.decisions.context import Context
from escale.tables.decisions.decide import automatic, decide
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.table_state import RunningMatch, TableState
from escale.tables.updates import UpdateEncoder
from tests.contract.hush.game import GAME as HUSH
from tests.contract.hush.rules import Lay

_ids = count()


class Tabletop:
    """`plan` is for each seat "me" (Ada, who makes the table), a bot's level, or None."""

    def __init__(
        self,
        plan: tuple[Any, ...] = ("me", None),
        *,
        game: Game[Any, Any, Any] = HUSH,
        options: Any = None,
        pace: e.Pace | None = None,
        chat: Any = "everybody",
    ) -> None:
        self.wall = 1_000_000
        self.closed: list[Any] = []
        self.present: set[int] = set()
        self.away_since: dict[int, int] = {}
        self.state = TableState("a" * 24, game)
        self.updates = UpdateEncoder(self.state, self.closed)  # one for all: its caches are tested
        made = e.Made(
            game.name,
            options or game.options(),
            len(plan),
            pace or e.Pace(),
            False,
            chat,
            "bako-limu",
        )
        self.write(seating.new_table(made, None, list(plan), "Ada", "ada"), None, "")

    def now(self) -> Context:
        return Context(self.wall, self.closed, frozenset(self.present), self.away_since)

    def ask(self, guest: str, ask: commands.Command) -> str:
        """What a guest asks takes effect; returns the reason of a refusal, or ""."""
        done = self.state.done(self.state.person(guest), ask.id)
        if done is not None:
            return ""
        self.tick()
        decision = decide(self.state, guest, ask, self.now())
        if isinstance(decision, Ruling):
            return decision.reason
        person = self.state.person(guest)
        self.write(decision, len(self.state.people) if person is None else person, ask.id)
        self.tick()
        return ""

    def tick(self) -> None:
        while happenings := automatic(self.state, self.now()):
            self.write(happenings, None, "")

    def later(self, seconds: float) -> None:
        self.wall += round(seconds * 1000)
        self.tick()

    def write(self, what: Any, by: int | None, message: str) -> None:
        self.apply(e.Entry(self.wall, what, by, message))

    def apply(self, entry: e.AnyEntry) -> None:
        self.state.apply(entry)
        self.updates.append(entry, entry_codec.encode_with_what(entry)[0])

    def load(self, state: TableState) -> None:
        """Go on with a state that was read from the log."""
        self.state, self.updates = state, UpdateEncoder(state, self.closed)

    # Short forms

    def sit(self, guest: str, name: str, seat: int | None = None, **more: Any) -> str:
        return self.ask(guest, commands.Sit(new_id(), name, seat, **more))

    def start(self, guest: str = "ada") -> str:
        return self.ask(guest, commands.Start(new_id()))

    def act(self, guest: str, seat: int, action: Any, **more: Any) -> str:
        return self.ask(guest, commands.Act(new_id(), seat, raw(action), **more))

    def propose(self, guest: str, what: Any, **more: Any) -> str:
        return self.ask(guest, commands.Propose(new_id(), what, **more))

    def answer(self, guest: str, agree: bool = True) -> str:
        return self.ask(guest, commands.Answer(new_id(), agree))

    def sample(self, seat: int) -> Any:
        """A card to lay: the lowest in hand."""
        return Lay(self.match.state.hands[seat][0])

    @property
    def match(self) -> Any:
        return self.running.match

    @property
    def running(self) -> RunningMatch:
        assert self.state.running is not None
        return self.state.running

    def seen(self, guest: str, since: int = 0) -> dict[str, Any]:
        """The update that a guest's client gets."""
        person = self.state.person(guest)
        update: dict[str, Any] = json.loads(self.updates.update(person, since, self.wall)[0])
        return update

    def kept(self) -> list[bytes]:
        return [entry_codec.encode(entry) for entry in self.state.entries]


def new_id() -> str:
    return f"m{next(_ids)}"


def raw(action: Any) -> msgspec.Raw:
    return msgspec.Raw(json.dumps(to_plain(action)).encode())


def two() -> Tabletop:
    """Ada and Ben, in the middle of their first trick."""
    table = Tabletop()
    assert not table.sit("ben", "Ben")
    assert not table.start()
    return table


def three() -> Tabletop:
    table = Tabletop(("me", None, None))
    assert not table.sit("ben", "Ben")
    assert not table.sit("cy", "Cy")
    assert not table.start()
    return table
