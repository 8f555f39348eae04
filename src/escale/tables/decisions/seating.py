"""Decisions about seats, about how a match begins, and about rematches."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from escale.core.codec import from_plain, to_plain
from escale.core.epoch import recommitted
from escale.core.event import Acted, Recommitted, Revealed
from escale.core.game import Game
from escale.core.match import Match, Player, Record, first_seat, standing
from escale.core.play import Ruling, refused
from escale.core.secrecy import Seat
from escale.games import matchfile
from escale.games.registry import load_game
from escale.tables.decisions import commands, names
from escale.tables.decisions.context import Context, Decision, first
from escale.tables.log import entries as e
from escale.tables.log.table_state import Chair, TableState

MOST_SAID = 50  # messages that come along to a rematch
LONGEST_MS = 10 * 366 * 86_400_000  # of an imported match, in match time


def sit(state: TableState, person: e.Person, command: commands.Sit) -> Decision:
    if state.status == "over":
        return refused("table-over", "house-tables")
    if state.running is not None:
        return _come_back(state, person, command)
    seat = _free(state) if command.seat is None else command.seat
    if seat is None:
        return refused("table-full", "house-seats")
    name = names.clean(command.name)
    problem = first(bad_seat(state, seat), bad_name(state, name, person, seat))
    if problem is not None:
        return problem
    chair = state.chairs[seat]
    if chair.kind != "empty" and chair.person != person:
        return refused("seat-taken", "house-seats", seat=seat)
    kept = chair.pledge if chair.person == person else ""
    return (e.Sat(seat, person, name, command.pledge or kept),)


def _come_back(state: TableState, person: e.Person, command: commands.Sit) -> Decision:
    """A seat stays with its person for the whole game, however long they are away."""
    own = [seat for seat in state.seats_of(person) if command.seat in (None, seat)]
    if not own:
        return refused("game-has-begun", "house-seats")
    return return_to(state, person, own)


def return_to(state: TableState, person: e.Person, own: Sequence[Seat]) -> e.Happenings:
    chairs = ((seat, state.chairs[seat]) for seat in own)
    return tuple(e.Sat(seat, person, chair.name, chair.pledge) for seat, chair in chairs)


def stand_up(state: TableState, person: e.Person, seat: Seat) -> Decision:
    problem = bad_seat(state, seat)
    if problem is not None:
        return problem
    if state.running is None and person == state.host and state.chairs[seat].kind == "person":
        return (e.Freed(seat),)  # a host may also clear the seat of somebody else
    problem = not_own(state, person, seat)
    if problem is not None:
        return problem
    if state.running is None:
        return (e.Freed(seat),)
    if state.chairs[seat].left:
        return refused("left-already", "house-seats")
    return (e.Left(seat),)


def ask_to_leave(state: TableState, person: e.Person, whom: e.Person) -> Decision:
    """Not those who play or have played: their seats are theirs. A bot goes on for somebody only if
    the others agree, and after a real absence."""
    if person not in (0, state.host):
        return refused("host-only", "house-tables", name=state.people[state.host].name)
    known = [other for guest in state.guests if (other := state.person(guest)) is not None]
    if whom in (0, person) or whom not in known:
        return refused("no-such-person", "house-leave")
    seats, name = state.seats_of(whom), state.people[whom].name
    if seats and state.running is not None:
        return refused("plays-here", "house-leave", name=name)
    return (*(e.Freed(seat) for seat in seats), e.AskedToLeave(whom))


def seat_bot(state: TableState, person: e.Person, command: commands.SeatBot) -> Decision:
    if state.running is not None:
        return refused("game-has-begun", "house-seats")
    if person != state.host:
        return refused("host-only", "house-tables", name=state.people[state.host].name)
    problem = bad_seat(state, command.seat)
    if problem is not None:
        return problem
    chair = state.chairs[command.seat]
    if chair.kind == "person":
        return refused("seat-taken", "house-seats", seat=command.seat)
    if command.level is None:
        return (
            (e.Freed(command.seat),)
            if chair.kind == "bot"
            else refused("seat-empty", "house-seats")
        )
    problem = bad_level(state, command.level)
    if problem is not None:
        return problem
    return (e.BotSat(command.seat, command.level, chair.name or _bot_name(state)),)


def start(state: TableState, person: e.Person, context: Context) -> Decision:
    if state.running is not None:
        return refused("game-has-begun", "house-seats")
    if person != state.host:
        return refused("host-only", "house-tables", name=state.people[state.host].name)
    empty = sum(chair.kind == "empty" for chair in state.chairs)
    if empty:
        return refused("seats-empty", "house-seats", count=empty)
    return begin(state, context)


def begin(state: TableState, context: Context) -> e.Happenings:
    """The house commits to a secret, and binds the draws to all that is public of the match.

    A match that was brought goes on with another secret than it had, and with other salts.
    """
    secret = context.secret()
    players = tuple(Player(chair.name, _role(chair), chair.pledge) for chair in state.chairs)
    if state.brought is not None:
        return _go_on(state.brought, secret, players, state.brought_by or "")
    header = state.game.header(state.name, state.made.options, players, secret)
    Match(state.game.rules(header.options), header, secret)  # refuses unsuitable options
    return (e.Begun(header, secret),)


def _go_on(
    record: Record[Any, Any], secret: str, players: tuple[Player, ...], by: str
) -> e.Happenings:
    header, log = record.header, record.log
    if log and isinstance(log[-1], Revealed):
        return (e.Begun(header, ""),)  # it is over, and is brought to be shown
    now = max((event.at for event in log), default=0)
    again = recommitted(header, secret, players, by, now)
    return (e.Begun(header, secret), e.Happened((again,)))


def new_table(
    made: e.Made[Any],
    record: Any,
    plan: Sequence[str | int | None],
    name: str,
    guest: str,
    pledge: str = "",
    called: Sequence[str] = (),
) -> e.Happenings:
    """A new table: for each seat a bot's level, "me", or None for whoever comes.

    Seats that are played from one device share its pledge. `called`: the names of its players,
    beginning with the second one; the others are numbered.
    """
    happenings: list[e.Happening[Any, Any]] = [made, e.Came(0, name, guest)]
    if record is not None:
        happenings.insert(1, e.Brought(record))
    others = (f"{name[: names.LONGEST - 3]} {number}" for number in range(2, 128))
    numbered = (one for one in others if not any(names.same(one, own) for own in called))
    people = iter([name, *(own or other for own, other in zip_longest(called, numbered))])
    given = [name, *called]
    for seat, who in enumerate(plan):
        if who == "me":
            happenings.append(e.Sat(seat, 0, next(people), pledge))
        elif isinstance(who, int):
            given.append(names.for_bot(given))
            happenings.append(e.BotSat(seat, who, given[-1]))
    return tuple(happenings)


def rematch_rules(state: TableState) -> tuple[Game[Any, Any, Any], Any]:
    """The rules of a rematch: the current ones, if they allow the same options."""
    game, options = load_game(state.game.name), state.made.options
    if game.box.version == state.game.box.version:
        return state.game, options
    try:
        options = from_plain(game.options, to_plain(options))
        players = [Player(chair.name) for chair in state.chairs]
        Match(game.rules(options), game.header("trial", options, players, "0" * 64))
    except ValueError:
        return state.game, state.made.options
    suits = len(state.chairs) in game.box.seats and state.game.levels.keys() <= game.levels.keys()
    return (game, options) if suits else (state.game, state.made.options)


def rematch(
    state: TableState,
    rematched: e.Rematched,
    context: Context,
    game: Game[Any, Any, Any],
    options: Any,
) -> e.Happenings:
    """A rematch: the same people and bots. It begins at once, with the seat after the one that
    began before: if the game cannot be told so, everybody moves one seat further.

    Who has left was not asked: a bot plays there, if the game has any.
    """
    pledges = dict(rematched.pledges)
    size, moves = len(state.chairs), int(game.again is None)
    if game.again is not None:
        began = None if state.running is None else first_seat(state.running.match)
        options = game.again(options, 0 if began is None else (began + 1) % size)
    series = _series(state)
    series = (*series[moves:], *series[:moves])
    made = replace(state.made, options=options, listed=False, series=series)
    what: list[e.Happening[Any, Any]] = [made]
    what += [
        e.Came(person, guest.name, guest.guest_hash) for person, guest in enumerate(state.people)
    ]
    what += [
        e.AskedToLeave(person)
        for person, guest in enumerate(state.people)
        if guest.guest_hash in state.asked_to_leave
    ]
    for seat, chair in enumerate(state.chairs):
        place = (seat - moves) % size
        level = state.house_level if chair.left else chair.level
        if level and (chair.left or chair.kind == "bot"):
            what.append(e.BotSat(place, level, chair.name))
        elif chair.person is not None:
            pledge = pledges.get(chair.person, "")
            what.append(e.Sat(place, chair.person, chair.name, pledge))
    what += _chat(state)
    seated = TableState(rematched.table, game)
    seated.apply(e.Entry(context.now, tuple(what)))
    return (*what, *begin(seated, context))


def _series(state: TableState) -> tuple[int, ...]:
    """The matches that each seat has won, this one included."""
    before = state.made.series or (0,) * len(state.chairs)
    score = None if state.running is None else state.running.match.score
    winners = () if score is None else score.winners
    return tuple(won + (seat in winners) for seat, won in enumerate(before))


def _chat(state: TableState) -> Iterator[e.Said | e.Muted]:
    """The last of what was said, and who does not hear whom."""
    said = (one for entry in state.entries for one in entry.what if isinstance(one, e.Said))
    yield from deque((one for one in said if one.text), MOST_SAID)
    for person, muted in state.muted.items():
        if person is not None:
            yield from (e.Muted(person, whom, muted=True) for whom in sorted(muted))


def imported_seats(record: Any) -> list[str | int | None]:
    """Who sits where in an imported match: its bots sit down again, its people have to come."""
    levels = [player.role.removeprefix("bot:") for player in record.header.players]
    return [int(level) if level.isdecimal() else None for level in levels]


def imported_match(file: bytes) -> Generator[None, None, tuple[Any, Any]]:
    """The game and the record in a match file, verified one event at a time. Raises
    `BadMatchFile`."""
    elements = sum(map(file.count, (b",", b"[", b"{")))
    if elements > matchfile.MOST_ELEMENTS:  # decoding them would hold everybody up
        raise matchfile.BadMatchFile(f"more than {matchfile.MOST_ELEMENTS} values")
    game, record = matchfile.from_json(_text(file))
    if len(record.log) > matchfile.MOST_EVENTS:
        raise matchfile.BadMatchFile(f"log: more than {matchfile.MOST_EVENTS} events")
    yield from matchfile.checks(game, record)
    if not any(isinstance(event, Acted) for _, event in standing(record.log)):
        raise matchfile.BadMatchFile("log: nothing was played yet: begin a new match instead")
    for name in _names_in(record):
        if not names.is_name(name) or names.clean(name) != name:
            raise matchfile.BadMatchFile("header.players: a name that cannot be shown")
    if any(event.at > LONGEST_MS for event in record.log):
        # Numbers have a limit (core.codec), and match time must be able to go on from here.
        raise matchfile.BadMatchFile("log: a match of more than ten years")
    return game, record


def _names_in(record: Record[Any, Any]) -> Iterator[str]:
    """Those that screens show: of players, and of those who brought it before."""
    yield from (player.name for player in record.header.players)
    for event in record.log:
        if isinstance(event, Recommitted):
            yield event.by
            yield from (player.name for player in event.players)


def _text(file: bytes) -> str:
    try:
        return file.decode()
    except UnicodeDecodeError:
        raise matchfile.BadMatchFile("this is not a text file") from None


# Checks


def bad_seat(state: TableState, seat: Seat) -> Ruling | None:
    return None if seat < len(state.chairs) else refused("no-such-seat", "house-seats", seat=seat)


def not_own(state: TableState, person: e.Person, seat: Seat) -> Ruling | None:
    if seat in state.seats_of(person):
        return None
    return first(bad_seat(state, seat), refused("not-your-seat", "house-seats", seat=seat))


def bad_name(
    state: TableState, name: str, person: e.Person, seat: Seat | None = None
) -> Ruling | None:
    """Nobody takes a name that looks like that of another seat, or of somebody who was here
    before."""
    if not names.is_name(name):
        return refused("bad-name", "house-seats", most=names.LONGEST)
    seats = [chair.name for other, chair in enumerate(state.chairs) if other != seat]
    people = [
        guest.name
        for other, guest in enumerate(state.people)
        if other != person and state.is_known(other)
    ]
    if any(names.same(other, name) for other in (*seats, *people) if other):
        return refused("name-taken", "house-seats", name=name)
    return None


def bad_level(state: TableState, level: int) -> Ruling | None:
    if level in state.game.levels:
        return None
    levels = ", ".join(map(str, state.game.levels))
    return refused("no-such-bot", "house-bots", level=level, levels=levels or "-")


def names_taken(state: TableState) -> list[str]:
    return [chair.name for chair in state.chairs if chair.name]


def _bot_name(state: TableState) -> str:
    return names.for_bot([*names_taken(state), *(guest.name for guest in state.people)])


def _free(state: TableState) -> Seat | None:
    return next((seat for seat, chair in enumerate(state.chairs) if chair.kind == "empty"), None)


def _role(chair: Chair) -> str:
    return f"bot:{chair.level}" if chair.kind == "bot" else "person"
