"""An evening at the fort, as devices hear of it: what one may not know is in no update."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from escale.core.play import Players
from escale.core.secrecy import view
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.pieces import OpenChest, Options, Riddle
from escale.games.fortboyard.rules.riddle import Asked
from tests.tables.tabletop import Tabletop

GUESTS = ("ada", "ben", "cy", "eve")  # eve looks on
STEPS = 700
WALK = "SGGGTGGGGGGA"  # nearly nothing but riddles
CARDS = tuple(
    Riddle(f"name-{n}", "own", 2, f"asked-{n}: who am I, and where?", (f"answer-{n}",))
    for n in range(200)
)
SORTS = ("asked", "answer", "name")
MARK = re.compile(r"\b(asked|answer|name)-(\d+)\b")


class Ears:
    """What was told of the host's cards to each guest so far, and what each sees now."""

    def __init__(self, table: Tabletop) -> None:
        self.table = table
        self.heard = {guest: {sort: set[str]() for sort in SORTS} for guest in GUESTS}
        self.views: dict[str, Any] = {}
        self._number = 0

    def listen(self) -> None:
        for guest in GUESTS:
            update = self.table.seen(guest, self._number)
            for sort, number in MARK.findall(json.dumps(update)):
                self.heard[guest][sort].add(number)
            self.views[guest] = update["views"][0]["seen"] if update.get("views") else {}
        self._number = self.table.state.number


def evening(seed: int, **options: Any) -> Iterator[tuple[Tabletop, Ears]]:
    """The same table after each thing that happens there, played by lot."""
    table = Tabletop(("me", None, None), game=GAME, options=Options(**options))
    table.sit("ben", "Ben")
    table.sit("cy", "Cy")
    table.start()
    ears, rng = Ears(table), Random(seed)
    for _ in range(STEPS):
        ears.listen()
        yield table, ears
        awaits = table.match.awaits
        if not isinstance(awaits, Players):
            return
        if awaits.deadline is not None and rng.random() < 0.3:
            table.later((awaits.deadline - table.match.now) / 1000)
            continue
        seat = rng.choice(awaits.seats)
        state = table.match.state
        may_open = any(offer.action is OpenChest for offer in _offers(table, seat))
        action = OpenChest() if may_open else table.match.rules.sample(state, seat, rng)
        table.wall += rng.randrange(50, 1500)
        table.act(GUESTS[seat], seat, action)


def _offers(table: Tabletop, seat: int) -> Any:
    return table.match.rules.offers(view(table.match.state, seat))


def test_F16_F11_a_card_is_told_when_it_is_read_and_its_answer_to_the_reader_only() -> None:
    """The host's cards stand in the options, in the header, and in every worker."""
    seen = 0
    for seed in count():  # what is drawn is another thing each time
        seen += _cards_of_the_host_read_in(seed)
        if seen >= 5:
            return


def _cards_of_the_host_read_in(seed: int) -> int:
    read: dict[str, set[str]] = {guest: set() for guest in GUESTS}  # cards whose answer is known
    asked = ""
    for table, ears in evening(seed, plan=WALK, trials="table", riddles=CARDS):
        top = table.match.state.phases[-1]
        if isinstance(top, Asked):
            asked = top.card.name.removeprefix("name-")
            read[GUESTS[top.reader]].add(asked)
        elif asked:
            for known in read.values():
                known.add(asked)
        for guest, heard in ears.heard.items():
            assert heard["answer"] | heard["name"] <= read[guest]
            assert heard["asked"] <= set().union(*read.values())
    return sum(one.isdecimal() for one in read["eve"])


def test_F3_no_update_tells_what_others_have_taken() -> None:
    seen = 0
    for seed in count():
        seen += _notes_taken_in(seed)
        if seen >= 10:
            return


def _notes_taken_in(seed: int) -> int:
    taken = 0
    for table, ears in evening(seed, plan=WALK, trials="table", roll_pace=1):
        for seat, guest in [*enumerate(GUESTS[:3]), (None, "eve")]:
            for purse in ears.views[guest]["purses"]:
                if purse["seat"] != seat and not purse["counted"]:
                    assert purse["notes"] == {"kind": "Hidden"}
                taken = max(taken, purse["count"])
            assert ears.views[guest]["pile"] == {"kind": "Hidden"}
        assert table.match.state.chest + sum(p.count for p in table.match.state.purses) == 30
    return taken
