"""Epochs: the parts of a match whose draws follow from one secret.

A match has one epoch, unless it was carried to another house. The house that gives it away reveals
the secret of its draws (`HandedOver`); the next one commits to another and collects new salts
(`Recommitted`) before anything else can happen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from escale.core.chance import Oracle, commitment, is_key, pledge
from escale.core.codec import Malformed, from_plain, to_plain
from escale.core.event import Drawn, Event, HandedOver, Recommitted, Revealed, Salted, Unsalted
from escale.core.header import Header, Player, json_text, public, read_json, says_the_same
from escale.core.play import ALLOWED, Ruling, refused
from escale.core.secrecy import Seat

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Epoch:
    context: str  # what draws are computed for: a digest of what they are bound to, or the match
    commitment: str
    players: tuple[Player, ...]
    salts: tuple[str | None, ...]  # by seat; None: pledged, and still to come; empty: none
    by: str = ""  # who brought the match from elsewhere
    bound: bool = False  # names and options cannot be changed afterwards
    draws: int = 0
    ended: bool = False  # the secret is public: nothing can be drawn any more

    @property
    def salted(self) -> bool:
        """Has every pledged salt come, or been given up?"""
        return None not in self.salts

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose pledged salts are still to come."""
        return tuple(seat for seat, salt in enumerate(self.salts) if salt is None)

    @property
    def witnesses(self) -> tuple[Seat, ...]:
        """The people whose salts are in: for none of them could the host have tried out secrets.

        The salt of a bot proves nothing, since the host knows it.
        """
        people = (seat for seat, one in enumerate(self.players) if one.role == PERSON)
        return tuple(seat for seat in people if self.salts[seat])

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The people whose salts are not in: they pledged none, or it did not come in time."""
        people = (seat for seat, one in enumerate(self.players) if one.role == PERSON)
        return tuple(seat for seat in people if not self.salts[seat])

    def oracle(self, secret: str) -> Oracle:
        return Oracle(secret, self.context, tuple(salt or "" for salt in self.salts))

    def kept_by(self, secret: str) -> bool:
        return is_key(secret) and commitment(secret) == self.commitment

    def after(self, event: Event[Any]) -> Epoch:
        match event:
            case Drawn():
                return replace(self, draws=self.draws + 1)
            case Salted(seat, salt):
                return self._with_salt(seat, salt)
            case Unsalted(seat):
                return self._with_salt(seat, "")
            case HandedOver() | Revealed():
                return replace(self, ended=True)
            case Recommitted():
                return Epoch(
                    context=_digest(event.bound),
                    commitment=event.commitment,
                    players=event.players,
                    salts=_awaited_salts(event.players),
                    by=event.by,
                    bound=True,
                )
            case _:
                return self

    def _with_salt(self, seat: Seat, salt: str) -> Epoch:
        salts = (salt if one == seat else known for one, known in enumerate(self.salts))
        return replace(self, salts=tuple(salts))


def first_epoch(header: Header[Any]) -> Epoch:
    return Epoch(
        context=_digest(header.bound) if header.bound else header.match,
        commitment=header.commitment,
        players=header.players,
        salts=_awaited_salts(header.players),
        bound=bool(header.bound),
    )


def epoch_of(header: Header[Any], log: Iterable[Event[Any]]) -> Epoch:
    epoch = first_epoch(header)
    for event in log:
        epoch = epoch.after(event)
    return epoch


def recommitted(
    header: Header[Any], secret: str, players: tuple[Player, ...], by: str, at: int
) -> Recommitted:
    """A new beginning of chance, for a match that was handed over."""
    promised = commitment(secret)
    text = {"commitment": promised, "players": to_plain(players), "by": by}
    return Recommitted(promised, players, by, json_text({"header": public(header), **text}), at)


def is_bound_to(header: Header[Any], event: Recommitted) -> bool:
    """Does it say what its draws are bound to, for the same seats?"""
    said = read_json(event.bound)
    if not isinstance(said, dict) or len(event.players) != len(header.players):
        return False
    try:
        players = from_plain(tuple[Player, ...], said.get("players"))
    except Malformed:
        return False
    same = (said.get("commitment"), players, said.get("by"))
    if same != (event.commitment, event.players, event.by):
        return False
    return says_the_same(said.get("header"), header)


def may_salt(epoch: Epoch, seat: Seat, salt: str) -> Ruling:
    """A salt is revealed once, before the first draw, and must match its pledge."""
    if seat not in range(len(epoch.players)):
        return refused("salt-breaks-pledge", "house-chance")
    if epoch.draws or (epoch.salts[seat] is not None and epoch.players[seat].pledge):
        return refused("salt-too-late", "house-chance")
    if not is_key(salt) or pledge(salt) != epoch.players[seat].pledge:
        return refused("salt-breaks-pledge", "house-chance")
    return ALLOWED


def may_unsalt(epoch: Epoch, seat: Seat) -> Ruling:
    """Only a salt that is awaited can be given up."""
    return ALLOWED if seat in epoch.awaited else refused("salt-too-late", "house-chance")


def _awaited_salts(players: tuple[Player, ...]) -> tuple[str | None, ...]:
    return tuple(None if player.pledge else "" for player in players)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
