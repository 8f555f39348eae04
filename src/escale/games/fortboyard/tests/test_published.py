"""F16: the file of a finished match has only those riddles of the host that were told in it."""

from __future__ import annotations

from random import Random

import pytest

from escale.core.match import Match, Player
from escale.core.phases import top
from escale.core.play import Players, Ruling
from escale.core.proof import verify
from escale.games import matchfile
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.riddles import riddles
from escale.games.fortboyard.rules.pieces import Options, Riddle
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import Action, State

SECRET = "ab" * 32
OWN = tuple(
    Riddle(f"card{number}", "sea", 3, f"text{number}.", (f"answer{number}.",), True)
    for number in range(400)
)


def resigned(*, while_asked: bool) -> tuple[Match[Options, State, Action], set[int]]:
    """A match that ends by resigning after some riddles; the numbers of those that were read."""
    options = Options(riddles=OWN, roll_pace=1)
    players = [Player(name, "person") for name in ("Ada", "Ben", "Cy")]
    match = Match(rules(options), GAME.header("m", options, players, SECRET), SECRET)
    rng, read, now = Random(3), set[int](), 0
    match.extend(match.begin())
    box = len(riddles(options.language))
    while True:
        awaits, phase = match.awaits, top(match.state)
        if isinstance(phase, Asked) and phase.number >= box:
            read.add(phase.number - box)
        if len(read) >= 3 and isinstance(phase, Asked) == while_asked:
            break
        assert isinstance(awaits, Players)
        seat = rng.choice(awaits.seats)
        now += 100
        events = match.elapse(now) or match.act(
            seat, match.rules.sample(match.state, seat, rng), now
        )
        if not isinstance(events, Ruling):
            match.extend(events)
    for seat in (0, 1):
        events = match.resign(seat, now)
        assert not isinstance(events, Ruling)
        match.extend(events)
    return match, read


@pytest.mark.parametrize("while_asked", [False, True])
def test_F16_riddles_that_nobody_heard_are_not_in_the_file(while_asked: bool) -> None:
    match, read = resigned(while_asked=while_asked)
    assert match.over
    asked = top(match.state).number if while_asked else None
    record = GAME.published(match.record)
    text = matchfile.to_json(record)
    box = len(riddles("fr"))
    for number in range(len(OWN)):
        is_asked = asked is not None and number == asked - box
        assert (f'"text{number}."' in text) == (number in read), number
        assert (f'"answer{number}."' in text) == (number in read and not is_asked), number
        card = record.header.options.riddles[number]
        sort = (card.theme, card.difficulty, card.one_answer_only)
        if number not in read or is_asked:
            assert sort == ("own", 1, is_asked), number
        else:
            assert sort == ("sea", 3, True), number
    assert verify(GAME.rules(record.header.options), record).problems == ()
