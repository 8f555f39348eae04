"""A finished match as it may be published: without the host's riddles that nobody heard."""

from __future__ import annotations

from dataclasses import replace

from escale.core.event import PLAYED
from escale.core.match import Record, standing
from escale.core.phases import top
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.rules.pieces import Options, Riddle
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import Action

BLANK = "…"


def published(record: Record[Options, Action]) -> Record[Options, Action]:
    """The host may play them with the same people another time. What is left proves the match as
    before: a card that was not drawn has no effect but by its number."""
    header = record.header
    options: Options = header.options
    if not options.riddles:
        return record
    fort = rules(options, header.version)
    first = len(fort.riddles) - len(options.riddles)
    state = fort.setup(options, len(header.players))
    heard: set[int] = set()
    asked: int | None = None
    for _, event in standing(record.log):
        if isinstance(event, PLAYED):
            state = fort.step(state, event)
            phase = top(state)
            if isinstance(phase, Asked):
                asked = phase.number
            elif asked is not None and not any(isinstance(one, Asked) for one in state.phases):
                heard.add(asked)
                asked = None
    cards = tuple(
        card if number in heard else _blank(card, number, read=number == asked)
        for number, card in enumerate(options.riddles, first)
    )
    return replace(record, header=replace(header, options=replace(options, riddles=cards)))


def _blank(card: Riddle, number: int, *, read: bool) -> Riddle:
    """`read`: the match ended before the answer was told."""
    name, answers = f"{BLANK} {number}", (BLANK,)
    if read:  # its text, and whether it allows only one answer, were told
        return Riddle(name, "own", 1, card.text, answers, card.one_answer_only)
    return Riddle(name, "own", 1, BLANK, answers)
