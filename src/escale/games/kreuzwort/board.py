"""The table in words: one line a fact, for the terminal, transcripts and screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from escale.core.game import Say
from escale.core.phases import top
from escale.core.play import Ruling
from escale.core.secrecy import Seat, View
from escale.games.kreuzwort.rules.first_player import opening_sums
from escale.games.kreuzwort.rules.grid import Cell, Side, cell_seen_by, seen_by
from escale.games.kreuzwort.rules.pieces import IDENTITIES, Bluff, Pyramid, Spot, points, side_of
from escale.games.kreuzwort.rules.placing import gained
from escale.games.kreuzwort.rules.rules import Contest, Ended, State, Turn, score
from escale.words.spelling import capitals


def describe(view: View[State], say: Say) -> tuple[str, ...]:
    """The board from the own side, the players, the last turn, and what the game waits for."""
    state = view.seen
    side: Side = "S" if view.seat is None else side_of(view.seat, state.seats)
    return (
        say("board.from", who=_side(state, side, say)),
        *(_row(state, side, row, say) for row in range(1, 9)),
        *(_seat(state, seat, say) for seat in range(state.seats)),
        *_beginning(state, say),
        *_last_turn(state, side, say),
        *_now(view, say),
    )


def _row(state: State, side: Side, row: int, say: Say) -> str:
    cells = []
    for column in range(1, 9):
        spot = state.at(cell_seen_by(side, row, column))
        what = _spot(spot, state, say)
        if what:
            cells.append(say("board.cell", column=column + 1, what=what))
    listed = "; ".join(cells) if cells else say("board.no-letters")
    return say("board.row", row=row + 1, cells=listed)


def _spot(spot: Spot, state: State, say: Say) -> str:
    if spot.top is None:
        if not spot.printed:
            return ""
        return say("board.printed", colour=say("colours." + _name(spot.ink)), letter=spot.printed)
    below = spot.height - 1
    key = "board.pile" if below else "board.pyramid"
    return say(key, pyramid=_pyramid(spot.top, state, say), below=below)


def _pyramid(pyramid: Pyramid, state: State, say: Say) -> str:
    colour = say("colours." + _name(pyramid.colour))
    told = say("board.letter", colour=colour, letter=pyramid.letter, count=pyramid.value)
    if not pyramid.owner:
        return told
    return say("board.owned", pyramid=told, who=_side(state, pyramid.owner, say))


def _seat(state: State, seat: Seat, say: Say) -> str:
    left = state.left(seat)
    misses = state.misses[seat]
    told = say(
        "board.seat",
        who=_player(state, seat, say),
        gains=say("board.points", count=state.gains[seat]),
        left=say("board.left", count=len(left)),
        points=say("board.points", count=points(left)),
    )
    return f"{told} {say('board.misses', count=misses)}" if misses else told


def _beginning(state: State, say: Say) -> Iterator[str]:
    """What everybody's tops add up to, as long as it explains whose turn it is."""
    phase, compared = top(state), opening_sums(state)
    if not compared or not isinstance(phase, Turn | Contest):
        return
    for seat, (first, *beneath) in enumerate(compared):
        who, rest = _player(state, seat, say), _listed(map(str, beneath))
        yield say("board.tops-tied" if beneath else "board.tops", who=who, sum=first, beneath=rest)
    yield say("board.begins", who=_player(state, phase.seat, say))


def _last_turn(state: State, side: Side, say: Say) -> Iterator[str]:
    if not state.history:
        return
    turn, played = len(state.history), state.history[-1]
    who, word = _player(state, played.seat, say), capitals(played.spelling)
    if played.ruling:
        yield say("board.stood", turn=turn, who=who, word=word, count=played.points)
        yield say("board.risen", count=played.change(state.seats))
        yield say("board.path", cells=_path(played.word, played.cells, side, say))
        if played.contested:
            names = _listed(_player(state, one, say) for one in played.contested)
            yield say("board.contested-right", who=names)
    elif word:
        reason = _reason(played.ruling, say)
        yield say("board.wrong", turn=turn, who=who, word=word, reason=reason)
    else:
        yield say("board.nothing", turn=turn, who=who, reason=_reason(played.ruling, say))


def _path(word: str, cells: Sequence[Cell], side: Side, say: Say) -> str:
    """Each letter of a word with its row and column, as this side sees them."""
    parts = []
    for letter, cell in zip(word, cells, strict=True):
        row, column = seen_by(side, cell)
        parts.append(say("board.place", letter=letter, row=row + 1, column=column + 1))
    return _listed(parts)


def _now(view: View[State], say: Say) -> Iterator[str]:
    state, phase = view.seen, top(view.seen)
    if isinstance(phase, Turn):
        key = "board.your-turn" if phase.seat == view.seat else "board.turn"
        who, colour = _player(state, phase.seat, say), _colour(state, phase.seat, say)
        yield say(key, who=who, colour=colour)
    elif isinstance(phase, Contest):
        yield from _contest(view, phase, say)
    elif isinstance(phase, Ended):
        yield from _result(state, phase.ending, say)
        yield from _bluffs(state, phase.bluffs, say)


def _contest(view: View[State], contest: Contest, say: Say) -> Iterator[str]:
    """Who has answered, never how."""
    state, move = view.seen, contest.move
    who, word = _player(state, contest.seat, say), capitals(move.word)
    yield say("board.contest", who=who, word=word, count=points(gained(move, state.at)))
    side = side_of(view.seat or 0, state.seats)
    spots = (state.at(cell) for cell in move.sources)
    letters = "".join(spot.top.letter if spot.top else spot.printed for spot in spots)
    yield say("board.lies", cells=_path(letters, move.cells, side, say))
    answered = _listed(_player(state, seat, say) for seat in sorted(contest.answered))
    yield say("board.answered", who=answered) if answered else say("board.none-answered")
    if view.seat is not None and view.seat not in (contest.seat, *contest.answered):
        yield say("board.your-answer")


def _result(state: State, ending: str, say: Say) -> Iterator[str]:
    yield say("endings." + ending)
    result = score(state, ending)
    for seat, count in enumerate(result.points):
        gains = state.gains[seat]
        who = _player(state, seat, say)
        yield say("board.score", who=who, count=count, gains=gains, left=gains - count)
    winners = _listed(_player(state, seat, say) for seat in result.winners)
    yield say("board.winner" if len(result.winners) == 1 else "board.winners", who=winners)


def _bluffs(state: State, bluffs: Iterable[Bluff], say: Say) -> Iterator[str]:
    for bluff in bluffs:
        played = state.history[bluff.turn]
        who, word = _player(state, played.seat, say), capitals(played.spelling)
        reason = _reason(bluff.ruling, say)
        yield say("board.bluff", turn=bluff.turn + 1, who=who, word=word, reason=reason)


def _player(state: State, seat: Seat, say: Say) -> str:
    return say("board.player", seat=seat, colour=_colour(state, seat, say))


def _colour(state: State, seat: Seat, say: Say) -> str:
    return say("colours." + IDENTITIES[side_of(seat, state.seats)])


def _side(state: State, side: Side, say: Say) -> str:
    for seat in range(state.seats):
        if side_of(seat, state.seats) == side:
            return _player(state, seat, say)
    return say("colours." + IDENTITIES[side])


def _name(colour: str) -> str:
    """What a colour is called in the texts: those of the sides are theirs, the others their own."""
    return next((name for side, name in IDENTITIES.items() if side == colour), colour)


def _reason(ruling: Ruling, say: Say) -> str:
    return say("refusals." + ruling.reason, **dict(ruling.details))


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)
