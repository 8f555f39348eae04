"""What the host of a house can do, for `escale tables` and for the page of the host alike."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace as with_fields

from escale.store.protocol import Store, StoreError, error_kind
from escale.tables.decisions import names
from escale.tables.decisions.commands import PersonNumber, StandUp
from escale.tables.host_state import Ban, HostState, Notice, hashed_password
from escale.tables.house import House
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.entry_codec import Unplayable

PAGE = 200  # table names per query
MOST_BANS = 1000
MINUTE_MS = 60_000
DAY_MS = 86_400_000

log = logging.getLogger("escale.tables")

TableName = Annotated[str, Meta(pattern="^[0-9a-f]{24}$")]
GuestHash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Minutes = Annotated[int, Meta(ge=1, le=60 * 24 * 366)]


class HostCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class CloseTable(HostCommand, frozen=True, tag="close-table"):
    """Nobody plays on; the table can still be looked at."""

    table: TableName


class DeleteTable(HostCommand, frozen=True, tag="delete-table"):
    """With everything that was played and said there."""

    table: TableName


class EraseChat(HostCommand, frozen=True, tag="erase-chat"):
    """The match stays, and can be verified as before."""

    table: TableName


class BanGuest(HostCommand, frozen=True, tag="ban"):
    """Send a guest of a table away, from the whole house and for a time."""

    table: TableName
    person: PersonNumber
    minutes: Minutes


class Unban(HostCommand, frozen=True, tag="unban"):
    guest: GuestHash


class SetNewcomers(HostCommand, frozen=True, tag="newcomers"):
    """Let everybody in, or only guests who were at a table before."""

    welcome: bool


class SetPassword(HostCommand, frozen=True, tag="password"):
    """Ask every device for it once; empty: ask no longer."""

    password: Annotated[str, Meta(max_length=100)]


class Announce(HostCommand, frozen=True, tag="announce"):
    """Tell everybody something for a time; empty: no longer."""

    text: Annotated[str, Meta(max_length=300)]
    minutes: Minutes = 60


AnyHostCommand: TypeAlias = (
    CloseTable | DeleteTable | EraseChat | BanGuest | Unban | SetNewcomers | SetPassword | Announce
)


class NoSuchThing(LookupError):
    """The command names a table or a guest that is not there."""


async def carry_out(house: House, command: AnyHostCommand) -> None:
    """Raises `NoSuchThing`, `Unplayable` or `StoreError`; on return the effect is durable."""
    match command:
        case CloseTable(table):
            await (await _opened(house, table)).close_for_good()
        case DeleteTable(table):
            if await house.store.summary(table) is None:
                raise NoSuchThing(table)
            await house.delete([table])
        case EraseChat(table):
            await erase_chat(house, table)
        case BanGuest(table, person, minutes):
            await _ban(house, table, person, house.now() + minutes * MINUTE_MS)
        case Unban(guest):
            await house.change_host_state(partial(_without_ban, guest=guest))
        case SetNewcomers(welcome):
            await house.change_host_state(lambda state: with_fields(state, newcomers=welcome))
        case SetPassword(password):
            hashed = await asyncio.to_thread(hashed_password, password) if password else ""
            await house.change_host_state(lambda state: with_fields(state, password=hashed))
        case Announce(text, minutes):
            text = names.clean(text)
            notice = Notice(text, house.now() + minutes * MINUTE_MS) if text else None
            await house.change_host_state(lambda state: with_fields(state, notice=notice))


async def _opened(house: House, table: str) -> Any:
    found = await house.open(table)
    if found is None:
        raise NoSuchThing(table)
    return found


# Chat


async def erase_chat(house: House, table: str) -> int:
    """Empty every message of a table; returns how many. Entries keep their numbers, and nothing
    else follows from a text, so the match and its proof stay as they are."""
    erased = 0

    async def erase() -> None:
        nonlocal erased
        bodies = await house.store.entries_after(table, 0)
        if not bodies:
            raise NoSuchThing(table)
        game = entry_codec.load(table, bodies).game
        changed: dict[int, bytes] = {}
        for number, body in enumerate(bodies, start=1):
            entry = entry_codec.decode(game, body)
            said = [one for one in entry.what if isinstance(one, e.Said) and one.text]
            if said:
                changed[number] = entry_codec.encode(replace(entry, what=_erased(entry.what)))
                erased += len(said)
        if changed:
            await house.store.replace_entries(table, changed)

    await house.rewrite([table], erase)
    return erased


def _erased(what: e.Happenings) -> e.Happenings:
    return tuple(replace(one, text="") if isinstance(one, e.Said) else one for one in what)


# Guests


async def _ban(house: House, table: str, person: int, until: int) -> None:
    people = (await _opened(house, table)).state.people
    if person >= len(people):
        raise NoSuchThing(f"{table} {person}")
    guest = people[person]
    await house.change_host_state(
        partial(_with_ban, guest=guest.guest_hash, ban=Ban(guest.name, until), now=house.now())
    )
    for summary in await house.of_guest(guest.guest_hash):
        if summary.status != "over":
            await _stand_up(house, summary.table, guest.guest_hash)


async def _stand_up(house: House, table: str, guest: str) -> None:
    """As if they had left by themselves: the others can let a bot or somebody else play on."""
    try:
        found = await house.open(table)
    except Unplayable:
        return
    if found is not None:
        for seat in found.state.seats_of(found.state.person(guest)):
            await found.do(guest, StandUp(f"removed-{house.now()}-{seat}", seat))


def _with_ban(state: HostState, guest: str, ban: Ban, now: int) -> HostState:
    bans = {one: known for one, known in state.bans.items() if known.until > now}
    bans[guest] = ban
    return with_fields(state, bans=dict([*bans.items()][-MOST_BANS:]))


def _without_ban(state: HostState, guest: str) -> HostState:
    if guest not in state.bans:
        raise NoSuchThing(guest)
    bans = {one: ban for one, ban in state.bans.items() if one != guest}
    return with_fields(state, bans=bans)


# Retention


async def delete_finished(house: House, before: int) -> int:
    """Delete tables that are over and at which nothing has happened since then; returns how many.
    Those that ended first come first, so this stops at the first that is too young."""
    deleted = 0
    while old := await _finished(house.store, before):
        await house.delete(old)
        deleted += len(old)
    return deleted


async def keep_deleting_finished(house: House, days: int) -> None:
    """Every hour; 0 days: never."""
    while days:
        try:
            await delete_finished(house, house.now() - days * DAY_MS)
        except Exception:  # the database is away, or a table is damaged
            log.exception("old tables could not be deleted; retrying in an hour")
        await asyncio.sleep(3600)


async def _finished(store: Store, before: int) -> list[str]:
    old: list[str] = []
    for name in await store.finished_tables(PAGE):
        bodies = await store.entries_after(name, 0)
        if not bodies or msgspec.json.decode(bodies[-1], type=_Dated).at >= before:
            break
        old.append(name)
    return old


class _Dated(msgspec.Struct):
    at: int


# Damage


class Checked(NamedTuple):
    table: str
    problem: str = ""  # empty: it can be read
    damaged: bool = False  # it can be read nowhere


async def check(store: Store, tables: Sequence[str] = ()) -> AsyncIterator[Checked]:
    """Load these tables, or all. One that cannot be read does not keep the others from it."""
    async for page in _pages(store, tables):
        counts = await store.entry_counts(page)
        for name in page:
            yield await _check_table(store, name, counts.get(name) or 0)


async def _pages(store: Store, tables: Sequence[str]) -> AsyncIterator[Sequence[str]]:
    if tables:
        yield tables
        return
    last = ""
    while page := await store.table_names(last, PAGE):
        yield page
        last = page[-1]


async def _check_table(store: Store, table: str, count: int) -> Checked:
    try:
        summary = await store.summary(table)
        bodies = await store.entries_after(table, 0)
        if summary is None or not bodies:
            return Checked(table, "there is no such table, or it has no entries", True)
        if len(bodies) != count:
            missing = count - len(bodies)
            return Checked(table, f"{missing} of its {count} entries are missing", True)
        msgspec.json.decode(summary.summary)
        entry_codec.load(table, bodies)
    except Unplayable as problem:
        return Checked(table, f"it cannot be played here: {problem}")
    except StoreError as problem:
        return Checked(table, f"it cannot be read ({error_kind(problem)})", True)
    except Exception as problem:  # damaged data may raise anything
        return Checked(table, f"it cannot be read ({type(problem).__name__})", True)
    return Checked(table)
