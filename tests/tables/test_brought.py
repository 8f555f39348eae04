"""Matches that were begun elsewhere: what they reveal, and with which draws they go on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from escale.core.chance import pledge
from escale.core.epoch import recommitted
from escale.core.event import HandedOver, Recommitted
from escale.core.match import Record
from escale.core.proof import verify
from escale.games import matchfile
from escale.tables.decisions import commands, seating
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.table_state import TableState
from tests.contract.hush.game import GAME as HUSH
from tests.tables.tabletop import Tabletop, new_id, two

SALT = "ab" * 32


@pytest.fixture(autouse=True)
def hush_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escale.tables.decisions.seating.load_game", lambda _: HUSH)
    monkeypatch.setattr("escale.games.matchfile.load_game", lambda _: HUSH)
    monkeypatch.setattr("escale.tables.log.entry_codec.load_game", lambda _: HUSH)


def in_the_middle() -> Record[Any, Any]:
    table = two()
    assert not table.act("ada", 0, table.sample(0))
    record: Record[Any, Any] = table.match.record
    return record


def bring(record: Record[Any, Any]) -> Tabletop:
    """Cy brings it, and Dan comes."""
    table = Tabletop()
    made = e.Made(HUSH.name, record.header.options, 2, e.Pace(), False, "everybody", "bako-limu")
    table.load(TableState("b" * 24, HUSH))
    plan = seating.imported_seats(record)
    table.write(seating.new_table(made, record, plan, "Cy", "cy"), 0, "")
    return table


def go_on(record: Record[Any, Any], salt: str = "") -> Tabletop:
    table = bring(record)
    assert not table.sit("cy", "Cy", pledge=pledge(salt) if salt else None)
    assert not table.sit("dan", "Dan")
    assert not table.start("cy")
    return table


@pytest.mark.parametrize("own_secret", [True, False], ids=["an older file", "handed over"])
def test_a_brought_match_goes_on_with_a_new_secret(own_secret: bool) -> None:
    record = in_the_middle() if own_secret else in_the_middle().handed_over()
    table = go_on(record)
    log = table.match.log
    kinds = [type(event) for event in log[len(in_the_middle().log) :]]
    assert kinds[:2] == [HandedOver, Recommitted]
    assert log[kinds.index(Recommitted) + len(in_the_middle().log)].by == "Cy"
    assert table.match.secret != in_the_middle().secret
    assert verify(table.match.rules, table.match.record)
    assert not table.act("dan", 1, table.sample(1)), "it goes on where it was"


def test_it_waits_for_new_salts() -> None:
    table = go_on(in_the_middle(), SALT)
    assert table.state.awaited == ()
    assert table.act("dan", 1, table.sample(1)) == "salts-awaited"
    assert not table.ask("cy", commands.Salt(new_id(), 0, SALT))
    assert table.state.awaited == (1,)
    assert table.match.epoch.witnesses == (0,)


def test_nobody_learns_the_secret_of_what_was_drawn_elsewhere() -> None:
    """With it, whoever looks on could compute what others drew."""
    record = in_the_middle()
    table = go_on(record)
    for guest in ("cy", "dan", "eve"):
        told = json.dumps(table.seen(guest))
        assert record.secret not in told
        assert "Recommitted" in told
    assert table.seen("eve")["table"]["brought_by"] == "Cy"


def test_its_log_is_read_again() -> None:
    table = go_on(in_the_middle(), SALT)
    again = entry_codec.load(table.state.name, table.kept())
    assert again.running is not None
    assert again.running.match.log == table.match.log
    assert again.running.match.epoch == table.match.epoch


def test_a_match_that_was_brought_before_goes_on_as_it_did() -> None:
    """In a log of an earlier release, it began here with the secret that it came with."""
    record = in_the_middle()
    table = bring(record)
    table.sit("cy", "Cy")
    table.sit("dan", "Dan")
    table.write((e.Begun(record.header, record.secret),), 0, "")
    assert table.match.log == list(record.log)
    assert not table.act("dan", 1, table.sample(1))
    assert verify(table.match.rules, table.match.record)


def _import(text: str) -> None:
    for _ in seating.imported_match(text.encode()):
        pass


def test_a_match_without_a_move_is_not_brought() -> None:
    table = two()
    text = matchfile.to_json(table.match.record)
    with pytest.raises(matchfile.BadMatchFile, match="nothing was played yet"):
        _import(text)


def test_a_match_whose_moves_were_taken_back_is_not_brought() -> None:
    table = two()
    place = len(table.match.log)
    table.act("ada", 0, table.sample(0))
    rewound = table.match.rewind(place, table.match.now)
    assert isinstance(rewound, tuple), rewound
    table.match.extend(rewound)
    with pytest.raises(matchfile.BadMatchFile, match="nothing was played yet"):
        _import(matchfile.to_json(table.match.record))


def test_a_name_that_steers_the_screen_is_refused_also_of_an_earlier_bringer() -> None:
    record = in_the_middle().handed_over()
    again = recommitted(record.header, "5e" * 32, record.header.players, "\u202eyC", 10**6)
    forged = replace(record, log=(*record.log, again), secret="5e" * 32)
    assert verify(HUSH.rules(record.header.options), forged)
    with pytest.raises(matchfile.BadMatchFile, match="a name that cannot be shown"):
        _import(matchfile.to_json(forged))


def test_a_finished_match_is_brought_as_it_is() -> None:
    table = two()
    table.act("ada", 0, table.sample(0))
    table.ask("ben", commands.Resign(new_id(), 1))
    brought = go_on(table.match.record)
    assert brought.state.status == "over"
    assert brought.match.log == table.match.log
