"""The board on a plum cloth, seen from the own side: piles, players, last turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.phases import top
from escale.core.play import ALLOWED
from escale.core.secrecy import View
from escale.games.kreuzwort.rules.first_player import opening_sums
from escale.games.kreuzwort.rules.grid import Side, cell_seen_by, is_ring
from escale.games.kreuzwort.rules.pieces import Announce, Played, points, side_of
from escale.games.kreuzwort.rules.placing import gained
from escale.games.kreuzwort.rules.rules import Contest, State, Turn
from escale.games.kreuzwort.terminal.looks import (
    COLUMNS,
    CUTS,
    NAMES,
    ON_CLOTH,
    QUIET_ON_CLOTH,
    REFUSED,
    YOURS,
    laid_in_cell,
    letter_in_cell,
    uncovered_cell,
)
from escale.games.terminal import News
from escale.games.texts import is_you
from escale.words.spelling import capitals

SIDE_BY_SIDE = 104
WIDEST = 118
BOARD = 57
TURNS = 6


def own_side(view: View[State]) -> Side:
    return "S" if view.seat is None else side_of(view.seat, view.seen.seats)


def draw(view: View[State], say: Say, names: Sequence[str], width: int) -> RenderableType:
    phase = top(view.seen)
    announced = phase.move if isinstance(phase, Contest) else None
    board = Group(*_board(view.seen, own_side(view), announced))
    told = (*_beginning(view.seen, say, names), *_turns(view.seen, say, names))
    beside = Group(_seats(view, say, names), Text(), *told)
    width = min(width, WIDEST)
    table: RenderableType
    if width >= SIDE_BY_SIDE:
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_row(board, beside)
        table = grid
    else:
        table = Group(board, Text(), beside)
    return Constrain(Padding(table, (1, 2), style=ON_CLOTH), width)


def draw_laid(view: View[State], move: Announce) -> RenderableType:
    """The board with a word on it, before it is announced."""
    board = Group(*_board(view.seen, own_side(view), move))
    return Constrain(Padding(board, (0, 2), style=ON_CLOTH), BOARD)


def _board(state: State, side: Side, move: Announce | None = None) -> Iterator[Text]:
    """As the side sees it. Where a word lies, its letters cover what stands there."""
    laid = dict(zip(move.cells, move.sources, strict=True)) if move else {}
    lifted = {source for cell, source in laid.items() if cell != source}
    yield Text("   " + "".join(f"  {letter}  " for letter in COLUMNS), style=QUIET_ON_CLOTH)
    for row in range(10):
        line = Text(f"{row + 1:>2} ", style=QUIET_ON_CLOTH)
        for column in range(10):
            cell = cell_seen_by(side, row, column)
            if cell in laid:
                line.append(*laid_in_cell(state.at(laid[cell])))
            elif cell in lifted:
                line.append(*uncovered_cell())
            else:
                line.append(*letter_in_cell(None if is_ring(cell) else state.at(cell)))
        yield line


def _seats(view: View[State], say: Say, names: Sequence[str]) -> RenderableType:
    state, phase = view.seen, top(view.seen)
    table = Table(box=None, padding=(0, 1, 0, 0), header_style=QUIET_ON_CLOTH, style=ON_CLOTH)
    table.add_column(say("seats.players"), min_width=16, no_wrap=True)
    for key in ("gains", "left", "points"):
        table.add_column(say("seats." + key), justify="right")
    for seat, name in enumerate(names):
        side, left = side_of(seat, state.seats), state.left(seat)
        plays = isinstance(phase, Turn | Contest) and phase.seat == seat
        you = f" ({say('seats.you')})" if seat == view.seat and not is_you(name) else ""
        misses = f" ✗{state.misses[seat]}" if state.misses[seat] else ""
        who = Text.assemble(
            ("▸ " if plays else "  ", YOURS),
            (f"{CUTS[side]} {name}", f"bold {NAMES[side]}" if plays else NAMES[side]),
            (you + misses, QUIET_ON_CLOTH),
        )
        gains = Text(str(state.gains[seat]), style="bold")
        table.add_row(who, gains, str(len(left)), f"−{points(left)}")
    return table


def _beginning(state: State, say: Say, names: Sequence[str]) -> Iterator[Text]:
    """Why the first player is the first, until somebody has played."""
    for seat, (first, *beneath) in enumerate(opening_sums(state)):
        key = "board.tops-tied" if beneath else "board.tops"
        rest = ", ".join(map(str, beneath))
        told = say(key, who=names[seat], sum=first, beneath=rest)
        yield Text(told, style=NAMES[side_of(seat, state.seats)])
    phase = top(state)
    if opening_sums(state) and isinstance(phase, Turn | Contest):
        yield Text(say("board.begins", who=names[phase.seat]), style=QUIET_ON_CLOTH)


def _turns(state: State, say: Say, names: Sequence[str]) -> Iterator[Text]:
    """The last turns, the newest below."""
    first = max(0, len(state.history) - TURNS)
    if state.history:
        yield Text(say("turns.title"), style=QUIET_ON_CLOTH)
    for number, played in enumerate(state.history[first:], start=first + 1):
        side = side_of(played.seat, state.seats)
        line = Text.assemble(
            (f"{number:>3} ", QUIET_ON_CLOTH), (f"{CUTS[side]} {names[played.seat]}  ", NAMES[side])
        )
        yield line.append_text(_outcome(played, state.seats, say))


def _outcome(played: Played, seats: int, say: Say) -> Text:
    if played.ruling:
        count, score = played.points, say("entry.score", change=played.change(seats))
        return Text.assemble((capitals(played.spelling), "bold"), f"  +{count}  {score}")
    if played.word:
        return Text(f"✗ {capitals(played.spelling)} ({say('turns.wrong')})", style=REFUSED)
    return Text(say("turns." + played.ruling.reason), style=QUIET_ON_CLOTH)


def news(
    before: View[State], after: View[State], say: Say, names: Sequence[str]
) -> tuple[News, ...]:
    """The turns that have ended in between, and a word that waits for answers."""
    told = [
        News(_told(after.seen, played, say, names), played.ruling if played.word else ALLOWED)
        for played in after.seen.history[len(before.seen.history) :]
    ]
    phase = top(after.seen)
    if isinstance(phase, Contest) and not isinstance(top(before.seen), Contest):
        told.append(News(contested(phase, after.seen, say, names)))
    return tuple(told)


def contested(contest: Contest, state: State, say: Say, names: Sequence[str]) -> str:
    word, count = capitals(contest.move.word), points(gained(contest.move, state.at))
    return say("entry.to-answer", player=names[contest.seat], word=word, count=count)


def _told(state: State, played: Played, say: Say, names: Sequence[str]) -> str:
    return f"{CUTS[side_of(played.seat, state.seats)]} {_ended(state, played, say, names)}"


def _ended(state: State, played: Played, say: Say, names: Sequence[str]) -> str:
    who, word = names[played.seat], capitals(played.spelling)
    if played.ruling:
        change = played.change(state.seats)
        told = say("entry.stood", player=who, word=word, count=played.points, change=change)
        if not played.contested:
            return told
        doubters = ", ".join(names[seat] for seat in played.contested)
        return f"{told} {say('entry.doubted', names=doubters)}"
    if played.word:
        return say("entry.wrong", player=who, word=word)
    return say("entry." + played.ruling.reason, player=who)
