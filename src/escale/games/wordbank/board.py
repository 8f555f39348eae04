"""The table in words: one line a fact, for the terminal, transcripts and screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from escale.core.game import Say
from escale.core.phases import top
from escale.core.play import Ruling
from escale.core.secrecy import Seat, View
from escale.games.wordbank.rules.pieces import COLOURS, STONES, Safe
from escale.games.wordbank.rules.rules import Contest, Ended, State, Turn, score
from escale.words.spelling import capitals


def describe(view: View[State], say: Say) -> tuple[str, ...]:
    """The ring, the players, the last turn, and what the game waits for or how it ended."""
    state = view.seen
    return (
        *_ring(state, say),
        say("board.pile", count=len(state.pile)),
        *(_seat(state, seat, say) for seat in range(state.seats)),
        *_last_turn(state, say),
        *_now(view, say),
    )


def _ring(state: State, say: Say) -> Iterator[str]:
    size = len(state.ring)
    yield say("board.ring", count=size) if size else say("board.no-ring")
    for number, safe in enumerate(state.ring, start=1):
        free = say("board.free", count=safe.spaces - len(safe.stones))
        stones = _stones(safe, say)
        yield say("board.safe", number=number, letter=safe.letter, free=free, stones=stones)


def _stones(safe: Safe, say: Say) -> str:
    if not safe.stones:
        return say("board.no-stones")
    colours = _listed(_colour(seat, say) for seat in safe.stones)
    return say("board.stones", count=len(safe.stones), colours=colours)


def _seat(state: State, seat: Seat, say: Say) -> str:
    hand, exposed, closed = state.hands[seat], state.exposed(seat), state.closed[seat]
    return say(
        "board.seat",
        who=_player(seat, say),
        cut=say("cuts." + COLOURS[seat]),
        hand=say("board.hand", count=hand),
        exposed=say("board.exposed", count=exposed),
        secured=say("board.secured", count=STONES[state.seats] - hand - exposed),
        closed=say("board.closed", count=len(closed), letters=_listed(closed))
        if closed
        else say("board.no-closed"),
    )


def _last_turn(state: State, say: Say) -> Iterator[str]:
    if not state.history:
        return
    turn, played = len(state.history), state.history[-1]
    who, word = _player(played.seat, say), capitals(played.spelling)
    if played.ruling:
        direction, letters = say("values.direction-" + played.direction), _listed(played.letters)
        yield say(
            "board.stood", turn=turn, who=who, word=word, direction=direction, letters=letters
        )
        closed, count = _listed(played.closed), len(played.closed)
        key = "board.closing" if closed else "board.no-closing"
        yield say(key, count=count, letters=closed)
        if played.overruled:
            yield say("board.overruled", word=word, used=played.overruled)
    elif word:
        reason = _reason(played.ruling, say)
        yield say("board.cancelled", turn=turn, who=who, word=word, reason=reason)
    else:
        yield say("board.nothing", turn=turn, who=who, reason=_reason(played.ruling, say))


def _now(view: View[State], say: Say) -> Iterator[str]:
    phase = top(view.seen)
    if isinstance(phase, Turn):
        key = "board.your-turn" if phase.seat == view.seat else "board.turn"
        if phase.appealed:
            yield say("board.appealed")
        yield say(key, who=_player(phase.seat, say), colour=_colour(phase.seat, say))
    elif isinstance(phase, Contest):
        yield from _contest(view, phase, say)
    elif isinstance(phase, Ended):
        yield from _result(view.seen, phase.ending, say)


def _contest(view: View[State], contest: Contest, say: Say) -> Iterator[str]:
    """Who has voted, never how."""
    move, ring = contest.move, view.seen.ring
    yield say(
        "board.appeal" if contest.against else "board.contest",
        who=_player(contest.seat, say),
        word=capitals(move.word),
        used=contest.against,
        direction=say("values.direction-" + move.direction),
        letters=_listed(ring[place].letter for place in move.in_order(len(ring))),
    )
    voters = _listed(_player(seat, say) for seat in sorted(contest.voted))
    yield say("board.voted", who=voters) if voters else say("board.none-voted")
    if view.seat is not None and view.seat not in (contest.seat, *contest.voted):
        yield say("board.your-vote")


def _result(state: State, ending: str, say: Say) -> Iterator[str]:
    yield say("endings." + ending)
    result = score(state, ending)
    for seat, count in enumerate(result.points):
        yield say(
            "board.score",
            who=_player(seat, say),
            count=count,
            hand=state.hands[seat],
            exposed=state.exposed(seat),
            closed=len(state.closed[seat]),
        )
    winners = _listed(_player(seat, say) for seat in result.winners)
    yield say("board.winner" if len(result.winners) == 1 else "board.winners", who=winners)


def _player(seat: Seat, say: Say) -> str:
    return say("board.player", seat=seat, colour=_colour(seat, say))


def _colour(seat: Seat, say: Say) -> str:
    return say("colours." + COLOURS[seat])


def _reason(ruling: Ruling, say: Say) -> str:
    details = dict(ruling.details)
    if "seat" in details:
        details["seat"] = _player(int(details["seat"]), say)
    return say("refusals." + ruling.reason, **details)


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)
