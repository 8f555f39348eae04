"""Hidden data must not influence what a seat sees: checks for one trial, at every event.

The contract does the same for whole matches, in which a trial is a rare guest.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from escale.core.codec import from_plain, to_plain
from escale.core.event import Acted, seen_event
from escale.core.game import LANGUAGES
from escale.core.play import Chance
from escale.core.secrecy import has_hidden, view
from escale.games.fortboyard.editions import FOLDER
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.tests.table import Table
from escale.games.fortboyard.trials.shared.card import TrialCard
from escale.games.texts import Texts, texts
from escale.testing.hidden_values import ValuePool, randomized

NAMES = ("Ada", "Bruno", "Chloé", "Dora", "Emil", "Farah")


def words(card: TrialCard, language: str) -> Texts:
    """The texts of the fort and of this trial."""
    return texts(None, language, NAMES, FOLDER, FOLDER / "trials" / card.name)


def tables_by_lot(card: TrialCard, players: int, seed: int) -> Iterator[Table]:
    """The same table after each event of a trial that is played by lot."""
    table = Table(card, players)
    rng = Random(seed)
    while table.won is None:
        yield table
        awaits = table.rules.awaits(table.state)
        if isinstance(awaits, Chance):
            table.draw_any(rng.randrange(10**6))
        elif table.deadline is not None and rng.random() < 0.15:
            table.wait()
        else:
            seat = rng.choice(table.waits_for)
            table.act(seat, table.rules.sample(table.state, seat, rng))


def assert_secrets_are_kept(card: TrialCard, players: int, seed: int) -> None:
    """States that differ only in hidden data look and wait the same; every view can be sent."""
    states = [table.state for table in tables_by_lot(card, players, seed)]
    pool = ValuePool(states)
    table = Table(card, players)
    say = words(card, LANGUAGES[1])
    for number, state in enumerate(states):
        for seat in (None, *range(players)):
            seen = view(state, seat)
            assert from_plain(State, to_plain(seen.seen), hidden=True) == seen.seen
            rng = Random(f"{seed}|{number}|{seat}")
            worlds = [randomized(state, seat, pool, rng)]
            if seat is not None:
                imagined = table.rules.imagine(seen, rng)
                assert not has_hidden(imagined)
                assert table.rules.awaits(imagined) == table.rules.awaits(state)
                worlds.append(imagined)
            for world in worlds:
                other = view(world, seat)
                assert other == seen
                assert table.rules.offers(other) == table.rules.offers(seen)
                assert _told(other, say) == _told(seen, say)
        for language in LANGUAGES:
            for seat in (None, *range(players)):
                lines = _told(view(state, seat), words(card, language))
                assert lines
                assert not any("HIDDEN" in line or "\n" in line for line in lines)


def _told(seen: Any, say: Texts) -> list[str]:
    return [*seen.seen.phases[-1].describe(seen, say)]


def assert_answers_do_not_depend_on_secrets(
    card: TrialCard, players: int, seed: int, tried: list[Any]
) -> None:
    """Rulings for a seat do not depend on data that is hidden from it."""
    for table in tables_by_lot(card, players, seed):
        for seat in table.waits_for:
            world = table.rules.imagine(table.view(seat), Random(seed))
            for action in (*tried, table.rules.sample(table.state, seat, Random(seed))):
                truth = table.rules.check(table.state, seat, action)
                assert table.rules.check(world, seat, action) == truth, action
                if truth:
                    table.rules.step(table.state, Acted(seat, action, table.now))


def assert_events_tell_no_secrets(card: TrialCard, players: int, seed: int) -> None:
    """Events look the same to all seats that cannot see the difference in the state."""
    for table in tables_by_lot(card, players, seed):
        for actor in table.waits_for:
            samples = (table.rules.sample(table.state, actor, Random(n)) for n in range(6))
            events = [Acted(actor, action, table.now) for action in samples]
            after = [table.rules.step(table.state, event) for event in events]
            for seat in (None, *range(players)):
                first = view(after[0], seat)
                for event, state in zip(events[1:], after[1:], strict=True):
                    if view(state, seat) == first:
                        assert seen_event(event, seat) == seen_event(events[0], seat)
