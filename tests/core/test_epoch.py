"""Whose salts are in the draws, what the draws are bound to, and matches that go on elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from escale.core.chance import commitment, pledge
from escale.core.epoch import recommitted
from escale.core.event import Drawn, Event, HandedOver, Recommitted, Salted, Unsalted
from escale.core.header import Header, Player, bound
from escale.core.match import Match, Record
from escale.core.play import Ruling
from escale.core.proof import Proof, verify
from tests.core.highest import Bid, Highest, State

SECRET, NEXT_SECRET = "5e" * 32, "6f" * 32
SALT, NEXT_SALT = "ab" * 32, "cd" * 32
ADA, BO = Player("Ada", pledge=pledge(SALT)), Player("Bo")

Game = Match[None, State, Bid]


def header(*players: Player) -> Header[None]:
    seated = players or (ADA, BO)
    return bound(Header("m1", "highest", 1, None, (), seated, commitment(SECRET)))


def do(match: Game, events: tuple[Event[Bid], ...] | Ruling) -> None:
    assert isinstance(events, tuple), events
    match.extend(events)


def begun(*players: Player) -> Game:
    match = Match(Highest(), header(*players), SECRET)
    if not players:
        do(match, match.salt(0, SALT))
    return match


def played(match: Game) -> Game:
    """Both bid; the draw decides."""
    do(match, match.act(1, Bid(2)))
    do(match, match.act(0, Bid(3)))
    return match


def brought(*, salted: bool = True) -> Game:
    """A match that was handed over after one bid, and goes on."""
    match = begun()
    do(match, match.act(1, Bid(2)))
    record = match.record.handed_over()
    players = (replace(ADA, pledge=pledge(NEXT_SALT)), Player("Cy"))
    again = recommitted(record.header, NEXT_SECRET, players, "Cy", match.now)
    match = Match(Highest(), record.header, NEXT_SECRET, [*record.log, again])
    if salted:
        do(match, match.salt(0, NEXT_SALT))
    return match


def proof(record: Record[None, Bid]) -> Proof:
    return verify(Highest(), record)


def reasons(record: Record[None, Bid]) -> list[str]:
    return [one.reason for one in proof(record).problems]


# What draws are bound to


def with_header(record: Record[None, Bid], changes: dict[str, Any]) -> Record[None, Bid]:
    return replace(record, header=replace(record.header, **changes))


def some() -> Iterator[Record[None, Bid]]:
    """Matches of one die each: a forged header gives the same face once in six times."""
    for number in range(8):
        secret = f"{number:064x}"
        start = bound(replace(header(BO, BO), bound="", commitment=commitment(secret)))
        yield played(Match(Highest(), start, secret)).record


@pytest.mark.parametrize(
    "changes",
    [
        {"players": (BO, replace(BO, name="Cy"))},
        {"players": (BO, replace(BO, role="bot:1"))},
        {"game": "lowest"},
        {"version": 2},
        {"pins": (("lexicon", "x"),)},
        {"match": "m2"},
    ],
)
def test_a_header_that_was_changed_is_found(changes: dict[str, Any]) -> None:
    found = []
    for record in some():
        assert proof(record)
        changed = with_header(record, changes)
        assert reasons(changed) == ["header-changed"]
        found += reasons(replace(changed, header=bound(changed.header)))
    assert set(found) == {"draw-not-proved"}


def test_a_bound_match_does_not_pass_for_an_older_one() -> None:
    found = [reason for one in some() for reason in reasons(with_header(one, {"bound": ""}))]
    assert set(found) == {"draw-not-proved"}


@pytest.mark.parametrize("text", ["no JSON", "[]", "null", "{}", "[" * 99_999])
def test_a_bound_text_that_is_none_is_found(text: str) -> None:
    assert reasons(with_header(played(begun()).record, {"bound": text})) == ["header-changed"]


def test_a_match_from_before_draws_were_bound_is_proved_as_ever() -> None:
    old = Header("m1", "highest", 1, None, (), (ADA, BO), commitment(SECRET))
    match = Match(Highest(), old, SECRET)
    do(match, match.salt(0, SALT))
    found = proof(played(match).record)
    assert found
    assert found.witnessed
    assert not found.epochs[0].bound


# Whose salts are in


def test_a_match_without_the_salt_of_a_person_has_no_witness() -> None:
    found = proof(played(begun(BO, BO)).record)
    assert found
    assert not found.witnessed


def test_the_salt_of_a_bot_is_no_witness() -> None:
    match = begun(replace(ADA, role="bot:3"), BO)
    do(match, match.salt(0, SALT))
    found = proof(played(match).record)
    assert found
    assert not found.witnessed


def test_a_salt_that_does_not_come_is_given_up_and_the_secret_stays() -> None:
    match = begun(ADA, replace(BO, pledge=pledge(NEXT_SALT)))
    do(match, match.salt(0, SALT))
    assert match.epoch.awaited == (1,)
    do(match, match.unsalt())
    assert match.epoch.salted
    found = proof(played(match).record)
    assert found.witnessed
    assert found.epochs[0].witnesses == (0,)
    assert found.epochs[0].missing == (1,)


@pytest.mark.parametrize(
    ("place", "event", "reason"),
    [
        (0, Unsalted(1), "salt-too-late"),  # it pledged nothing
        (1, Unsalted(0), "salt-too-late"),  # it is in
        (1, Unsalted(7), "salt-too-late"),
        (1, Salted(7, SALT), "salt-breaks-pledge"),
    ],
)
def test_only_an_awaited_salt_is_given_up(place: int, event: Event[Bid], reason: str) -> None:
    record = played(begun()).record
    wrong = replace(record, log=(*record.log[:place], event, *record.log[place:]))
    assert reasons(wrong) == [reason]


def test_a_given_up_salt_cannot_come_later() -> None:
    match = begun(ADA, BO)
    do(match, match.unsalt())
    late = match.salt(0, SALT)
    assert isinstance(late, Ruling)
    assert late.reason == "salt-too-late"


# Going on elsewhere


def test_a_match_that_is_handed_over_tells_the_secret_of_its_past_only() -> None:
    match = begun()
    do(match, match.act(1, Bid(2)))
    record = match.record.handed_over()
    assert record.secret == ""
    assert record.log[-1] == HandedOver(SECRET, match.now)
    assert proof(record)
    assert record.handed_over() is record
    there = Match(Highest(), record.header, SECRET, record.log)
    with pytest.raises(ValueError, match="secret is public"):
        there.act(0, Bid(3))


def test_a_finished_match_is_not_handed_over() -> None:
    record = played(begun()).record
    assert record.handed_over() is record


def test_a_brought_match_goes_on_with_another_secret_and_other_salts() -> None:
    match = brought(salted=False)
    assert match.epoch.awaited == (0,)
    do(match, match.salt(0, NEXT_SALT))
    do(match, match.act(0, Bid(3)))
    found = proof(match.record)
    assert found
    assert [epoch.by for epoch in found.epochs] == ["", "Cy"]
    assert found.epochs[1].witnesses == (0,)
    assert not found.witnessed, "whoever brought it may have invented what was before"


def test_a_match_may_be_brought_again() -> None:
    record = brought().record.handed_over()
    again = recommitted(record.header, SECRET, (BO, BO), "Di", 0)
    match = Match(Highest(), record.header, SECRET, [*record.log, again])
    do(match, match.act(0, Bid(3)))
    assert [epoch.by for epoch in proof(match.record).epochs] == ["", "Cy", "Di"]


def of_kind(record: Record[None, Bid], kind: type[Event[Bid]]) -> int:
    return next(place for place, event in enumerate(record.log) if isinstance(event, kind))


def without(record: Record[None, Bid], kind: type[Event[Bid]]) -> Record[None, Bid]:
    return replace(record, log=tuple(one for one in record.log if not isinstance(one, kind)))


def test_no_draw_follows_from_a_secret_that_was_told() -> None:
    match = brought()
    do(match, match.act(0, Bid(3)))
    assert "not-recommitted" in reasons(without(match.record, Recommitted))
    assert reasons(without(match.record, HandedOver))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"by": "Eve"}, "header-changed"),
        ({"commitment": commitment(SECRET)}, "header-changed"),
        ({"players": (BO, BO)}, "header-changed"),
        ({"players": (BO,)}, "header-changed"),
        ({"bound": "{}"}, "header-changed"),
    ],
)
def test_a_recommitment_that_was_changed_is_found(changes: dict[str, Any], reason: str) -> None:
    match = brought()
    do(match, match.act(0, Bid(3)))
    place = of_kind(match.record, Recommitted)
    log = list(match.record.log)
    log[place] = replace(log[place], **changes)
    assert reasons(replace(match.record, log=tuple(log))) == [reason]


def test_another_name_of_the_bringer_gives_other_draws() -> None:
    match = brought()
    do(match, match.act(0, Bid(3)))
    place = of_kind(match.record, Recommitted)
    log = list(match.record.log)
    true = log[place]
    assert isinstance(true, Recommitted)
    log[place] = recommitted(match.header, NEXT_SECRET, true.players, "Eve", true.at)
    assert reasons(replace(match.record, log=tuple(log))) == ["draw-not-proved"]


def test_a_second_secret_that_breaks_its_commitment_is_found() -> None:
    match = brought()
    assert reasons(replace(match.record, secret=SECRET)) == ["secret-breaks-commitment"]


def test_nothing_is_promised_anew_while_a_promise_is_good() -> None:
    match = begun()
    again = recommitted(match.header, NEXT_SECRET, (BO, BO), "Eve", 0)
    record = replace(match.record, log=(*match.log, again))
    assert reasons(record) == ["not-handed-over"]


def test_a_new_promise_cannot_be_taken_back() -> None:
    match = brought()
    refusal = match.rewind(of_kind(match.record, Recommitted))
    assert isinstance(refusal, Ruling)
    assert refusal.reason == "cannot-be-untold"


def test_draws_are_the_only_thing_that_a_salt_changes() -> None:
    """The same bids, other salts: the die falls differently for some salt."""
    results = set()
    for number in range(12):
        salt = f"{number:064x}"
        match = begun(replace(ADA, pledge=pledge(salt)), BO)
        do(match, match.salt(0, salt))
        results |= {one.result for one in played(match).log if isinstance(one, Drawn)}
    assert len(results) > 1
