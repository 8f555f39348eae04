"""Who sits where before the game, and how it begins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from escale.core.codec import from_plain, to_plain
from escale.core.game import Game
from escale.core.match import Match, Player
from escale.core.play import Ruling, refused
from escale.core.secrecy import Seat
from escale.games import matchfile
from escale.games.registry import load_game
from escale.tables.decisions import commands, names
from escale.tables.decisions.context import Decision, Now, first
from escale.tables.log import entries as e
from escale.tables.log.table_state import Chair, Room

LONGEST_MS = 10 * 366 * 86_400_000  # of a match that is brought, in match time


def sit(room: Room, person: e.Person, ask: commands.Sit) -> Decision:
    if room.status == "over":
        return refused("table-over", "house-tables")
    if room.match is not None:
        return _come_back(room, person, ask)
    seat = _free(room) if ask.seat is None else ask.seat
    if seat is None:
        return refused("table-full", "house-seats")
    name = names.clean(ask.name)
    problem = first(bad_seat(room, seat), bad_name(room, name, seat))
    if problem is not None:
        return problem
    chair = room.chairs[seat]
    if chair.kind != "empty" and chair.person != person:
        return refused("seat-taken", "house-seats", seat=seat)
    return (e.Sat(seat, person, name, ask.pledge or ""),)


def _come_back(room: Room, person: e.Person, ask: commands.Sit) -> Decision:
    """A seat stays with its person for the whole game, however long they are away."""
    own = [seat for seat in room.seats_of(person) if ask.seat in (None, seat)]
    if not own:
        return refused("game-has-begun", "house-seats")
    return tuple(returning(room, seat) for seat in own)


def returning(room: Room, seat: Seat) -> e.Sat:
    chair = room.chairs[seat]
    assert chair.person is not None
    return e.Sat(seat, chair.person, chair.name, chair.pledge)


def stand_up(room: Room, person: e.Person, seat: Seat) -> Decision:
    problem = bad_seat(room, seat)
    if problem is not None:
        return problem
    if room.match is None and person == room.host and room.chairs[seat].kind == "person":
        return (e.Freed(seat),)  # a host may also clear the seat of somebody else
    problem = not_own(room, person, seat)
    if problem is not None:
        return problem
    if room.match is None:
        return (e.Freed(seat),)
    if room.chairs[seat].left:
        return refused("left-already", "house-seats")
    return (e.Left(seat),)


def seat_bot(room: Room, person: e.Person, ask: commands.SeatBot) -> Decision:
    if room.match is not None:
        return refused("game-has-begun", "house-seats")
    if person != room.host:
        return refused("host-only", "house-tables", name=room.people[room.host].name)
    problem = bad_seat(room, ask.seat)
    if problem is not None:
        return problem
    chair = room.chairs[ask.seat]
    if chair.kind == "person":
        return refused("seat-taken", "house-seats", seat=ask.seat)
    if ask.level is None:
        return (e.Freed(ask.seat),) if chair.kind == "bot" else refused("seat-empty", "house-seats")
    problem = bad_level(room, ask.level)
    if problem is not None:
        return problem
    return (e.BotSat(ask.seat, ask.level, chair.name or names.for_bot(taken(room))),)


def start(room: Room, person: e.Person, now: Now) -> Decision:
    if room.match is not None:
        return refused("game-has-begun", "house-seats")
    if person != room.host:
        return refused("host-only", "house-tables", name=room.people[room.host].name)
    empty = sum(chair.kind == "empty" for chair in room.chairs)
    if empty:
        return refused("seats-empty", "house-seats", count=empty)
    return (begin(room, now),)


def begin(room: Room, now: Now) -> e.Begun[Any]:
    """A match that was brought goes on as it is; any other gets a secret of its own."""
    if room.brought is not None:
        return e.Begun(room.brought.header, room.brought.secret)
    secret = now.secret()
    players = [Player(chair.name, _role(chair), chair.pledge) for chair in room.chairs]
    header = room.game.header(room.table, room.made.options, players, secret)
    Match(room.game.rules(header.options), header, secret)  # refuses options that do not suit
    return e.Begun(header, secret)


def again(room: Room, seats: tuple[Seat, ...], now: Now) -> Decision:
    """These seats did not tell the salts they had pledged: begin without their pledges."""
    secret = now.secret()
    players = [
        Player(chair.name, _role(chair), "" if seat in seats else chair.pledge)
        for seat, chair in enumerate(room.chairs)
    ]
    header = room.game.header(room.table, room.made.options, players, secret)
    return (e.Unbegun(seats), e.Begun(header, secret))


def made(
    made: e.Made[Any], record: Any, plan: list[str | int | None], name: str, guest: str
) -> tuple[e.Happening[Any, Any], ...]:
    """A new table: for each seat a bot's level, "me", or None for whoever comes."""
    happenings: list[e.Happening[Any, Any]] = [made, e.Came(0, name, guest)]
    if record is not None:
        happenings.insert(1, e.Brought(record))
    people = iter([name, *(f"{name[: names.LONGEST - 3]} {number}" for number in range(2, 64))])
    given = [name]
    for seat, who in enumerate(plan):
        if who == "me":
            happenings.append(e.Sat(seat, 0, next(people)))
        elif isinstance(who, int):
            given.append(names.for_bot(given))
            happenings.append(e.BotSat(seat, who, given[-1]))
    return tuple(happenings)


def of_today(room: Room) -> tuple[Game[Any, Any, Any], Any]:
    """The rules for a rematch: those of today, if they can be played with the same options."""
    game, options = load_game(room.game.name), room.made.options
    if game.box.version == room.game.box.version:
        return room.game, options
    try:
        options = from_plain(game.options, to_plain(options))
        players = [Player(chair.name) for chair in room.chairs]
        Match(game.rules(options), game.header("trial", options, players, "0" * 64))
    except ValueError:
        return room.game, room.made.options
    suits = len(room.chairs) in game.box.seats and room.game.levels.keys() <= game.levels.keys()
    return (game, options) if suits else (room.game, room.made.options)


def further(
    room: Room, table: str, now: Now, game: Game[Any, Any, Any], options: Any
) -> tuple[e.Happening[Any, Any], ...]:
    """A rematch: the same people and bots, everybody one seat further. It begins at once.

    Who has left was not asked: a bot plays there, if the game has any.
    """
    made = replace(room.made, options=options, listed=False)
    what: list[e.Happening[Any, Any]] = [made]
    what += [e.Came(person, guest.name, guest.mark) for person, guest in enumerate(room.people)]
    for seat, chair in enumerate(room.chairs):
        place = (seat - 1) % len(room.chairs)
        level = room.house_level if chair.left else chair.level
        if level and (chair.left or chair.kind == "bot"):
            what.append(e.BotSat(place, level, chair.name))
        elif chair.person is not None:
            what.append(e.Sat(place, chair.person, chair.name))
    seated = Room(table, game)
    seated.apply(e.Entry(now.wall, tuple(what)))
    return (*what, begin(seated, now))


def plan_of(record: Any) -> list[str | int | None]:
    """The seats of a match that is brought: its bots sit down again, its people come."""
    levels = [player.role.removeprefix("bot:") for player in record.header.players]
    return [int(level) if level.isdecimal() else None for level in levels]


def brought(text: str) -> tuple[Any, Any]:
    """The game and the record in a match file, all of it proved. Raises `BadMatchFile`."""
    game, record = matchfile.from_json(text)
    matchfile.reopen(game, record)
    for player in record.header.players:
        if not names.is_name(player.name) or names.clean(player.name) != player.name:
            raise matchfile.BadMatchFile("header.players: a name that cannot be shown")
    if any(event.at > LONGEST_MS for event in record.log):
        # Numbers have a limit (core.codec), and time must be able to go on from here.
        raise matchfile.BadMatchFile("log: a match of more than ten years")
    return game, record


# What seats have in common


def bad_seat(room: Room, seat: Seat) -> Ruling | None:
    return None if seat < len(room.chairs) else refused("no-such-seat", "house-seats", seat=seat)


def not_own(room: Room, person: e.Person, seat: Seat) -> Ruling | None:
    if seat in room.seats_of(person):
        return None
    return first(bad_seat(room, seat), refused("not-your-seat", "house-seats", seat=seat))


def bad_name(room: Room, name: str, seat: Seat) -> Ruling | None:
    if not names.is_name(name):
        return refused("bad-name", "house-seats", most=names.LONGEST)
    for other, chair in enumerate(room.chairs):
        if other != seat and names.same(chair.name, name):
            return refused("name-taken", "house-seats", name=name)
    return None


def bad_level(room: Room, level: int) -> Ruling | None:
    if level in room.game.levels:
        return None
    levels = ", ".join(map(str, room.game.levels))
    return refused("no-such-bot", "house-bots", level=level, levels=levels or "-")


def taken(room: Room) -> list[str]:
    return [chair.name for chair in room.chairs if chair.name]


def _free(room: Room) -> Seat | None:
    return next((seat for seat, chair in enumerate(room.chairs) if chair.kind == "empty"), None)


def _role(chair: Chair) -> str:
    return f"bot:{chair.level}" if chair.kind == "bot" else "person"
