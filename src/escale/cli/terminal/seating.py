"""Parses `--seats`, and begins or resumes a match with these players."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count
from typing import Any

from escale.cli import inputs
from escale.cli.terminal.texts import clean
from escale.core.chance import pledge
from escale.core.epoch import recommitted
from escale.core.game import Game
from escale.core.match import Match, Player, Record
from escale.core.play import Ruling
from escale.games.matchfile import reopen
from escale.games.texts import Texts
from escale.tables.decisions.names import LONGEST

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of `--seats`: "person" or "bot:3", and a name if one was given."""

    kind: str
    name: str


def usual(game: Game[Any, Any, Any]) -> str:
    """A person, and bots of an easy level on the other seats that the game needs."""
    level = game.easy_level
    others = "you" if level is None else f"bot:{level}"
    return ",".join(["you", *[others] * (game.box.fewest - 1)])


def read(game: Game[Any, Any, Any], text: str) -> tuple[Place, ...]:
    """`you`, `you:Ana`, `bot:3` and `bot:3:Tern`, with commas between them."""
    places = tuple(_place(game, one.strip()) for one in text.split(","))
    if len(places) not in game.box.seats:
        fewest, most = game.box.fewest, game.box.most
        raise inputs.BadInput(f"--seats: {game.name} takes {fewest} to {most}, not {len(places)}")
    return places


def _place(game: Game[Any, Any, Any], text: str) -> Place:
    kind, _, rest = text.partition(":")
    name = rest
    if kind == "you":
        kind = PERSON
    elif kind == "bot":
        level, _, name = rest.partition(":")
        if level not in map(str, game.levels):
            known = ", ".join(map(str, game.levels)) or "no bots"
            raise inputs.BadInput(f"--seats: {text!r}: {game.name} has bots of level {known}")
        kind = f"bot:{level}"
    else:
        raise inputs.BadInput(
            f"--seats: {text!r}: must be you, you:NAME, bot:LEVEL or bot:LEVEL:NAME"
        )
    if len(name) > LONGEST or clean(name) != name:
        raise inputs.BadInput(f"--seats: {text!r}: a name has at most {LONGEST} letters")
    return Place(kind, name.strip())


def named(places: tuple[Place, ...], say: Texts) -> tuple[Place, ...]:
    """Give a unique name to everybody who has none."""
    taken = [place.name for place in places if place.name]
    for name in taken:
        if taken.count(name) > 1:
            raise inputs.BadInput(f"--seats: two players are called {name!r}")
    people: Iterator[str] = (say("play.person-number", number=number) for number in count(1))
    if sum(place.kind == PERSON for place in places) == 1:
        people = chain([say("play.person")], people)
    bots = chain(say("play.bot-names").split(), (f"Bot {number}" for number in count(1)))
    everybody: list[Place] = []
    for place in places:
        names = people if place.kind == PERSON else bots
        name = place.name or next(one for one in names if one not in taken)
        everybody.append(Place(place.kind, name))
    return tuple(everybody)


def begin(
    game: Game[Any, Any, Any], options: Any, places: tuple[Place, ...], seed: int | None
) -> Match[Any, Any, Any]:
    """A new match with the salts of all people, up to the first decision."""
    match_id = _key(seed, "match")[:16]
    secret = _key(seed, "secret")
    salts = [
        _key(seed, f"salt {seat}") if place.kind == PERSON else ""
        for seat, place in enumerate(places)
    ]
    players = tuple(
        Player(place.name, place.kind, pledge(salt) if salt else "")
        for place, salt in zip(places, salts, strict=True)
    )
    header = game.header(match_id, options, players, secret, experiment=seed is not None)
    try:
        match = Match(game.rules(options), header, secret)
    except ValueError as problem:  # options that do not suit this number of players
        raise inputs.BadInput(f"option {problem}") from None
    _add_salts(match, salts)
    match.extend(match.begin())
    return match


def _key(seed: int | None, what: str) -> str:
    """Thirty-two bytes in hexadecimal: random, or derived from the seed."""
    if seed is None:
        return secrets.token_hex(32)
    return sha256(f"escale|{seed}|{what}".encode()).hexdigest()


def resume(game: Game[Any, Any, Any], record: Record[Any, Any], path: str) -> Match[Any, Any, Any]:
    """The match of a file. Raises `BadInput` if any part of it is invalid."""
    try:
        match = reopen(game, record)
    except ValueError as problem:
        raise inputs.BadInput(f"{path}: {problem}") from None
    return match if match.over or not match.epoch.ended else _recommitted(match)


def _recommitted(match: Match[Any, Any, Any]) -> Match[Any, Any, Any]:
    """A match that was carried away from a house goes on here, with new draws."""
    secret = _key(None, "secret")
    header, people = match.header, [player.role == PERSON for player in match.header.players]
    salts = [_key(None, "salt") if person else "" for person in people]
    players = tuple(
        Player(player.name, player.role, pledge(salt) if salt else "")
        for player, salt in zip(header.players, salts, strict=True)
    )
    by = next((player.name for player in players if player.role == PERSON), "")
    event = recommitted(header, secret, players, by, match.now)
    again = Match(match.rules, header, secret, [*match.log, event])
    _add_salts(again, salts)
    return again


def _add_salts(match: Match[Any, Any, Any], salts: Sequence[str]) -> None:
    for seat, salt in enumerate(salts):
        if salt:
            events = match.salt(seat, salt, match.now)
            assert not isinstance(events, Ruling)
            match.extend(events)
