"""The text board: one line for each fact, for the terminal, transcripts and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from escale.core.game import Say
from escale.core.secrecy import View
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT, News, Purse
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.walk import AtCell


def describe(view: View[State], say: Say) -> tuple[str, ...]:
    """The walk, the players, what happened last, and what the game waits for.

    The walk is left out during a trial or a riddle, since nobody moves.
    """
    state = view.seen
    visiting = any(isinstance(phase, AtCell) for phase in state.phases[:-1])
    walk = () if visiting else (" ".join(_walk(state, say)), " ".join(_keys(state, say)))
    return (
        *walk,
        say("board.chest", count=state.chest),
        *(_player(purse, view, say) for purse in state.purses),
        *(in_words(one, say) for one in state.news[-3:]),
        *(line for phase in state.phases for line in phase.describe(view, say)),
    )


def _walk(state: State, say: Say) -> Iterator[str]:
    """Squares are counted from the start, 0; those that are not listed are plain."""
    yield say("board.walk", count=len(state.squares))
    for sort in ("or", "and", "guardian", "tiger"):
        places = [place for place, one in enumerate(state.squares) if one == sort]
        if places:
            squares = ", ".join(map(str, places))
            yield say("board.sort", sort=say("squares." + sort), squares=squares)


def _keys(state: State, say: Say) -> Iterator[str]:
    cells = [(place, state.cells[place]) for place in state.with_cells]
    lines: dict[str, list[tuple[int, int]]] = {
        "black": [(place, cell.black) for place, cell in cells if cell.black],
        "red": [(place, cell.red) for place, cell in cells if cell.red],
        "empty": [(place, 1) for place, cell in cells if not cell.keys],
    }
    for which, places in lines.items():
        if places:
            squares = ", ".join(_counted(place, count, say) for place, count in places)
            yield say(f"board.{which}-at", squares=squares)


def _counted(place: int, keys: int, say: Say) -> str:
    return str(place) if keys == 1 else say("board.keys-at", square=place, count=keys)


def _player(purse: Purse, view: View[State], say: Say) -> str:
    state, seat = view.seen, purse.seat
    keys = say("board.keys", count=purse.keys)
    notes = say("board.notes", count=purse.count)
    if purse.counted or seat == view.seat:
        amount = sum(purse.notes)
        worth = say("board.money", amount=money(amount), count=amount)
        line = say("board.purse-counted", seat=seat, keys=keys, notes=notes, worth=worth)
    else:
        line = say("board.purse", seat=seat, keys=keys, notes=notes)
    square = state.pawns[seat]
    sort = say("squares." + state.squares[square])
    return f"{line} {say('board.stands', square=square, sort=sort)}"


def money(amount: int) -> str:
    """With a no-break space between the thousands, which is understood in all languages."""
    return f"{amount:,}".replace(",", "\u00a0")


def in_words(news: News, say: Say) -> str:
    """A sentence for the news; a trial is named by its title."""
    text = news.text
    if news.what == "draws-trial":
        key = f"trials.{text}.title"
        text = say(key) if _has(say, key) else text
    details: dict[str, str | int] = {"count": news.count, "text": text}
    if news.seat != NOBODY_SEAT:
        details["seat"] = news.seat
    if news.player != NOBODY_SEAT:
        details["player"] = news.player
    return say(f"news.{news.what}", **details)


def _has(say: Say, key: str) -> bool:
    try:
        say(key)
    except KeyError:
        return False
    return True
