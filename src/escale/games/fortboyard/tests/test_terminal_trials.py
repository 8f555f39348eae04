"""The online trials in the terminal: reactions, rhythm and numbers, by the keyboard."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale.core.secrecy import Seat
from escale.games.fortboyard import trials
from escale.games.fortboyard.rules.pieces import Options
from escale.games.fortboyard.terminal import ask, draw, first, private
from escale.games.fortboyard.tests.desk import NAMES, Desk, printed, say
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.trials.a_qui_est_ce.terminal import picture
from escale.games.fortboyard.trials.catapulte.flight import CUP_AT

LINES = [
    "",
    "1",
    "2",
    "3",
    "1a",
    "2c",
    "1a1",
    "2a3",
    "1b+2",
    "=1",
    "1 2",
    "2 1",
    "perhaps",
    "60 80",
    "!",
]
"""What people might type in a trial."""


@pytest.mark.parametrize("name", trials.NAMES)
@pytest.mark.parametrize("seed", range(2))
def test_every_trial_is_played_to_its_end_from_what_is_typed(name: str, seed: int) -> None:
    """Whoever is awaited, whatever the moment: among the lines is one that fits."""
    table = Table(trials.CARDS[name], options=Options(language="en", hourglass=30))
    rng = Random(seed)
    for _ in range(400):
        table.draw_any(seed)
        if table.won is not None:
            return
        if table.deadline is not None and rng.random() < 0.1:
            table.wait()
            continue
        seat = first(table.view(None), table.waits_for)
        lines = (rng.sample(LINES, len(LINES)) for _ in range(5))
        desk = Desk(*(line for some in lines for line in some), people=(seat,), took=0)
        desk.time = table.now
        action = ask(table.view(seat), say(), NAMES, desk)
        printed(draw(table.view(seat), say(), NAMES, 60), 60)
        if action is not None and not table.refusal(seat, action):
            table.act(seat, action, after=150)
    raise AssertionError("it does not end")


def typed_alone(table: Table, seat: Seat, line: str = "", took: int = 0) -> Any:
    desk = Desk(line, people=(seat,), took=took)
    desk.time = table.now
    return ask(table.view(seat), say(), NAMES, desk)


def cued(name: str) -> Table:
    """The moment of the cue: an opponent has given it with Enter."""
    table = Table(trials.CARDS[name])
    while not table.phase.playing:
        seat = table.waits_for[0]
        table.act(seat, typed_alone(table, seat))
    gives = table.phase.giver if name == "patte_du_tigre" else table.phase.opponent
    table.act(gives, typed_alone(table, gives), after=2000)
    while not table.phase.cue:
        table.wait()
    return table


@pytest.mark.parametrize("name", ["main_chaude", "pince", "patte_du_tigre"])
def test_a_reaction_is_measured_from_the_cue_to_enter(name: str) -> None:
    table = cued(name)
    desk = Desk("", people=(0,), took=231)
    action = ask(table.view(0), say(), NAMES, desk)
    assert action.reaction == 231
    assert any("█" in line for line in desk.shown)


@pytest.mark.parametrize("name", ["main_chaude", "pince"])
def test_enter_before_the_cue_is_no_reaction(name: str) -> None:
    table = Table(trials.CARDS[name])
    table.act(0, typed_alone(table, 0))
    assert typed_alone(table, 0, took=300).reaction == 0


def test_the_matchbox_is_carried_by_a_steady_beat_and_falls_without_one() -> None:
    for beat, won in ((600, True), (100, False)):
        table = Table(trials.CARDS["nez_a_nez"])
        for voter in (1, 2):
            table.act(voter, typed_alone(table, voter, "1"))
        table.draw_any()
        while table.won is None:
            table.act(0, typed_alone(table, 0, took=beat), after=beat)
        assert table.won is won


def test_drawings_are_shown_in_dots() -> None:
    rows = picture("00009999").splitlines()
    assert len(rows) == 10 and all(len(row) == 20 for row in rows)
    assert rows[0][0] != "⠀" and rows[-1][-1] != "⠀" and rows[0][-1] == rows[-1][0] == "⠀"


def test_the_drawing_that_was_chosen_is_the_one_that_is_sent() -> None:
    table = Table(trials.CARDS["a_qui_est_ce"])
    table.draw_any()
    sent = typed_alone(table, 1, "3").drawing
    shown = printed(draw(table.view(1), say(), NAMES, 100))
    assert picture(sent).splitlines()[5] in shown
    assert private(table.view(1))


def test_what_the_others_agreed_on_is_wiped_before_the_candidate_looks() -> None:
    """At a shared keyboard the companions speak in turn, and the candidate looks away."""
    table = Table(trials.CARDS["anomalie"])
    table.draw_any()
    table.act(0, typed_alone(table, 0))
    assert first(table.view(None), table.waits_for) == 1
    worn = table.phase.companions[1].worn[0]
    desk = Desk(f"1a{(worn + 1) % 4 + 1}")
    table.act(1, ask(table.view(1), say(), NAMES, desk))
    assert "Ada, look away" in desk.shown[0] and not desk.private
    assert first(table.view(None), table.waits_for) == 2, "who has not spoken yet"
    joins = Desk("=1")
    table.act(2, ask(table.view(2), say(), NAMES, joins))
    assert any("=1  Ben" in line for line in joins.shown)
    assert table.phase.stage == "searching"
    finds = Desk("1a")
    found = ask(table.view(0), say(), NAMES, finds)
    assert (found.seat, found.part) == (1, "hat")
    assert finds.shown[:2] == ["", ""], "the screen is wiped, before anything is shown"


@pytest.mark.parametrize(("took", "caught"), [(900, True), (2600, False)])
def test_the_egg_cup_runs_as_soon_as_the_right_number_is_typed(took: int, caught: bool) -> None:
    table = Table(trials.CARDS["catapulte"])
    table.act(1, typed_alone(table, 1, "70 75"))
    lands = table.phase.shot.lands
    assert abs(lands - CUP_AT) > 150, "it does not stand there already"
    desk = Desk(str(round(lands / 10)), people=(0,), took=took)
    desk.time = table.now
    action = ask(table.view(0), say(), NAMES, desk)
    table.act(0, action, after=desk.time - table.now)
    assert table.news[-1] == ("catapulte-caught" if caught else "catapulte-missed")


def test_two_people_who_share_a_keyboard_hold_their_chins_in_turn() -> None:
    table = Table(trials.CARDS["barbichette"])
    table.draw_any()
    seats = []
    for _ in range(8):
        seat = first(table.view(None), table.waits_for)
        table.act(seat, typed_alone(table, seat, took=450), after=450)
        seats.append(seat)
    assert set(seats[-2:]) == {0, 1} and table.won is None
