"""The table in words: one line a fact, for the terminal, transcripts and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from escale.core.game import Say
from escale.core.secrecy import Seat, View
from escale.games.fortboyard.pieces import NOBODY_SEAT, News, Purse
from escale.games.fortboyard.rules import State


def describe(view: View[State], say: Say) -> tuple[str, ...]:
    """The walk, the players, what happened last, and what the game waits for."""
    state = view.seen
    return (
        *(_square(state, square, say) for square in range(len(state.squares))),
        say("board.chest", count=state.chest),
        *(_purse(purse, view, say) for purse in state.purses),
        *(_news(one, say) for one in state.news[-3:]),
        *_phases(view, say),
    )


def _square(state: State, square: int, say: Say) -> str:
    line = [say("board.square", square=square, sort=say("squares." + state.squares[square]))]
    cell = state.cells[square]
    if cell.black:
        line.append(say("board.black-keys", count=cell.black))
    if cell.red:
        line.append(say("board.red-keys", count=cell.red))
    if square in state.with_cells and not cell.keys:
        line.append(say("board.empty-cell"))
    line.extend(say("board.pawn", seat=seat) for seat in _standing(state, square))
    return " ".join(line)


def _standing(state: State, square: int) -> Iterator[Seat]:
    return (seat for seat, place in enumerate(state.pawns) if place == square)


def _purse(purse: Purse, view: View[State], say: Say) -> str:
    keys = say("board.keys", count=purse.keys)
    notes = say("board.notes", count=purse.count)
    if purse.counted or purse.seat == view.seat:
        worth = say("board.money", amount=money(sum(purse.notes)))
        return say("board.purse-counted", seat=purse.seat, keys=keys, notes=notes, worth=worth)
    return say("board.purse", seat=purse.seat, keys=keys, notes=notes)


def money(amount: int) -> str:
    """With a no-break space between the thousands, which every language understands."""
    return f"{amount:,}".replace(",", "\u00a0")


def _news(news: News, say: Say) -> str:
    return news_line(news, say)


def news_line(news: News, say: Say) -> str:
    """What happened, as a sentence; a trial is called by its title."""
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


def _phases(view: View[State], say: Say) -> Iterator[str]:
    for phase in view.seen.frames:
        yield from phase.describe(view, say)
