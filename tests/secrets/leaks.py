"""Deliberate leaks: the probe has to notice each of them, or it would prove nothing."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from escale.core import secrecy
from escale.core.codec import to_plain
from escale.core.event import Drawn, seen_event
from escale.core.secrecy import Marker, Open, markers
from escale.games.fortboyard import published
from escale.games.registry import game_names, load_game
from escale.tables import updates
from escale.tables.decisions import queries, seating
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState
from escale.tables.table import Table
from escale.tables.updates import UpdateEncoder
from escale.tables.work_pool import WorkPool
from tests.secrets.house import ToldHouse

Leak = Callable[[pytest.MonkeyPatch, list[ToldHouse]], None]


# Hidden fields


def hidden_fields(game: str) -> set[str]:
    """The fields of a game's states, actions and options, or of the log ("house"), that somebody
    may not see, as `Class.field`. `BySeat` hides nothing itself."""
    kinds: set[Any] = set()
    if game == "house":
        _collect(e.Happening, kinds)
    else:
        box = load_game(game)
        state = box.rules(box.options()).setup(box.options(), box.box.fewest)
        for hint in (type(state), box.actions, box.options):
            _collect(hint, kinds)
    return {
        f"{kind.__name__}.{name}"
        for kind in kinds
        if not issubclass(kind, Open) and kind.__module__ != "escale.core.event"
        for name, marker in markers(kind)
        if marker not in (Marker.SHOWN, Marker.BY_SEAT)
    }


def all_hidden_fields() -> Iterator[tuple[str, str]]:
    for game in (*game_names(), "house"):
        yield from ((game, field) for field in sorted(hidden_fields(game)))


def _collect(hint: Any, kinds: set[Any]) -> None:
    hint = typing.get_origin(hint) if dataclasses.is_dataclass(typing.get_origin(hint)) else hint
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        if hint not in kinds:
            kinds.add(hint)
            hints = typing.get_type_hints(hint, include_extras=True)
            guarded = {} if issubclass(hint, Open) else dict(markers(hint))
            for name, part in hints.items():
                if guarded.get(name, Marker.SHOWN) is not None:  # otherwise all in it is hidden
                    _collect(part, kinds)
        return
    for part in typing.get_args(hint):
        _collect(part, kinds)


def shows(field: str) -> Leak:
    """As if the type of the field said `Shown`."""

    def leak(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
        def leaky(kind: type) -> Any:
            return tuple(
                (name, Marker.SHOWN if f"{kind.__name__}.{name}" == field else marker)
                for name, marker in markers(kind)
            )

        patch.setattr(secrecy, "markers", leaky)

    return leak


# What no field holds


def shows_draws(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    """Also those that only some seats may see."""
    patch.setattr(
        updates,
        "seen_event",
        lambda event, seat: event if isinstance(event, Drawn) else seen_event(event, seat),
    )


def opens_sealed_moments(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    patch.setattr(UpdateEncoder, "visible", lambda self, _: self._state.number)


def publishes_unread_riddles(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    patch.setattr(published, "_blank", lambda card, *_, **__: card)


def tells_of_mutes(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    real = UpdateEncoder._happened

    def happened(self: UpdateEncoder, person: Any, seats: Any, since: int, number: int) -> Any:
        new = self._state.entries[since:number]
        mutes = [str(one).encode() for one in new if isinstance(one.what[0], e.Muted)]
        return [*real(self, person, seats, since, number), *(b'"%b"' % one for one in mutes)]

    patch.setattr(UpdateEncoder, "_happened", happened)


def tells_what_was_brought(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    real = updates._plain

    def plain(happening: Any, seats: Any) -> Any:
        return to_plain(happening) if isinstance(happening, e.Brought) else real(happening, seats)

    patch.setattr(updates, "_plain", plain)


def hands_a_match_to_everybody(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    patch.setattr(TableState, "players", lambda self: {None, *range(len(self.people))})


# By the times and sizes of messages alone


def _nudge(table: Table) -> None:
    """Everybody gets one more message, in which nothing is new."""
    table.presence_version += 1
    table._wake_watchers()


def is_restless_with_a_plan(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    real = Table._take_plan

    def take(self: Table, plan: Any) -> None:
        real(self, plan)
        if len(plan.action.word) > 5:
            _nudge(self)

    patch.setattr(Table, "_take_plan", take)


def is_restless_with_a_question(patch: pytest.MonkeyPatch, houses: list[ToldHouse]) -> None:
    real = WorkPool.run

    async def run(self: WorkPool, client: str, work: Any) -> Any:
        answer: Any = await real(self, client, work)
        if len(answer["word"]) > 5:
            for house in houses:
                for table in house.house.tables.values():
                    _nudge(table)
        return answer

    patch.setattr(WorkPool, "run", run)


# By one way only


def tells_on_the_text_board(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    """As if everybody sat on seat 3."""
    patch.setattr(queries, "view", lambda state, _: secrecy.view(state, 3))


def tells_in_refusals(patch: pytest.MonkeyPatch, _: list[ToldHouse]) -> None:
    real = seating.not_own

    def not_own(state: TableState, person: Any, seat: int) -> Any:
        ruling = real(state, person, seat)
        if ruling is None or state.running is None:
            return ruling
        secret = str(state.running.match.state.phases)
        return dataclasses.replace(ruling, details=(("secret", secret),))

    patch.setattr(seating, "not_own", not_own)


ONLY_IF_ASKED = (
    hands_a_match_to_everybody,
    publishes_unread_riddles,
    tells_in_refusals,
    tells_on_the_text_board,
    tells_what_was_brought,
)
