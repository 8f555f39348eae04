"""The table of Word Bank on a green cloth: ring, players, last turns, words that are used up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from escale.core.game import Say
from escale.core.phases import top
from escale.core.play import ALLOWED, Ruling
from escale.core.secrecy import View
from escale.games.terminal import News
from escale.games.texts import is_you
from escale.games.wordbank.consider import why_same_base
from escale.games.wordbank.editions import words
from escale.games.wordbank.rules.pieces import STONES, Played
from escale.games.wordbank.rules.rules import Contest, State, Turn
from escale.games.wordbank.terminal.colours import (
    ON_CLOTH,
    QUIET_ON_CLOTH,
    REFUSED,
    YOURS,
    colour,
    cut,
)
from escale.games.wordbank.terminal.ring_picture import WIDTH, ring_picture
from escale.words.folding import fold
from escale.words.spelling import as_announced, capitals

ARROWS = {"cw": "↻", "ccw": "↺"}
SIDE_BY_SIDE = 98
RING_AS_A_RING = 56
WIDEST = 108


def draw(view: View[State], say: Say, names: Sequence[str], width: int) -> RenderableType:
    state = view.seen
    width = min(width, WIDEST)
    beside = Group(
        _seats(view, say, names), Text(), *_turns(state, say, names), *_words(state, say)
    )
    table: RenderableType
    if width >= SIDE_BY_SIDE:
        grid = Table.grid(padding=(0, 3, 0, 0))
        grid.add_column(width=WIDTH)
        grid.add_column()
        grid.add_row(_ring(state, say, width), beside)
        table = grid
    else:
        table = Group(_ring(state, say, width), Text(), beside)
    return Constrain(Padding(table, (1, 2), style=ON_CLOTH), width)


def _ring(state: State, say: Say, width: int) -> RenderableType:
    turn = say("ring.turn", turn=len(state.history) + 1)
    pile = say("ring.pile", count=len(state.pile))
    if not state.ring:
        return Text(say("board.no-ring"))
    if width >= RING_AS_A_RING:
        lines = ring_picture(state.ring, ("↻", turn, pile))
        room = 0 if width >= SIDE_BY_SIDE else (width - 4 - WIDTH) // 2
        return Padding(Group(*lines), (0, 0, 0, room), style=ON_CLOTH)
    rows = [Text(f"↻ {turn}, {pile}", style=QUIET_ON_CLOTH)]
    for number, safe in enumerate(state.ring, start=1):
        stones = Text(" ").join(Text(cut(seat), style=colour(seat)) for seat in safe.stones)
        free = " ·" * (safe.spaces - len(safe.stones))
        rows.append(Text.assemble(f"{number}  ", (safe.letter, "bold"), "  ", stones, free))
    return Group(*rows)


def _seats(view: View[State], say: Say, names: Sequence[str]) -> RenderableType:
    state = view.seen
    phase = top(state)
    table = Table(box=None, padding=(0, 1, 0, 0), header_style=QUIET_ON_CLOTH, style=ON_CLOTH)
    table.add_column(say("seats.players"), min_width=16, no_wrap=True)
    for key in ("hand", "ring", "safe"):
        table.add_column(say("seats." + key), justify="right")
    table.add_column(say("seats.closed"))
    for seat, name in enumerate(names):
        hand, exposed = state.hands[seat], state.exposed(seat)
        you = f" ({say('seats.you')})" if seat == view.seat and not is_you(name) else ""
        plays = isinstance(phase, Turn | Contest) and phase.seat == seat
        who = Text.assemble(
            ("▸ " if plays else "  ", YOURS),
            (f"{cut(seat)} ", colour(seat)),
            (name, f"bold {colour(seat)}" if plays else colour(seat)),
            (you, QUIET_ON_CLOTH),
        )
        safe = STONES[state.seats] - hand - exposed
        numbers = (Text(str(hand), style="bold"), Text(str(exposed)), Text(str(safe)))
        table.add_row(who, *numbers, " ".join(state.closed[seat]) or "–")
    return table


def _turns(state: State, say: Say, names: Sequence[str]) -> Iterator[Text]:
    """The last turns, the newest below."""
    first = _first_shown(state)
    if state.history:
        yield Text(say("turns.title"), style=QUIET_ON_CLOTH)
    for number, played in enumerate(state.history[first:], start=first + 1):
        line = Text.assemble(
            (f"{number:>3} ", QUIET_ON_CLOTH),
            (f"{cut(played.seat)} {names[played.seat]}  ", colour(played.seat)),
        )
        yield line.append_text(_outcome(played, say))


def _first_shown(state: State) -> int:
    return max(0, len(state.history) - max(4, state.seats))


def _outcome(played: Played, say: Say) -> Text:
    if played.ruling:
        way = f"{ARROWS[played.direction]} {' '.join(played.letters)}"
        line = Text.assemble((capitals(played.spelling), "bold"), f"  {way}")
        if played.closed:
            closed = say("turns.closed", letters=" ".join(played.closed))
            line.append(f"  {closed}", style="bold")
        return line
    if played.word:
        refused = f"✗ {capitals(played.spelling)} ({say('turns.cancelled')})"
        return Text(refused, style=REFUSED)
    return Text(say("turns." + played.ruling.reason), style=QUIET_ON_CLOTH)


def _words(state: State, say: Say) -> Iterator[Text]:
    """The words of earlier turns: those of the last turns stand there."""
    earlier = state.history[: _first_shown(state)]
    used = [capitals(played.spelling) for played in earlier if played.ruling]
    if used:
        yield Text()
        yield Text(say("turns.words", words=", ".join(used)), style=QUIET_ON_CLOTH)


def news(
    before: View[State], after: View[State], say: Say, names: Sequence[str]
) -> tuple[News, ...]:
    """The turns that have ended in between, and a vote that has begun or failed."""
    told: list[News] = []
    for played in after.seen.history[len(before.seen.history) :]:
        # A pass explains itself.
        told.append(News(_told(played, say, names), played.ruling if played.word else ALLOWED))
        told += map(News, why(played.spelling, played.ruling, after.seen, say))
        if played.overruled:
            word = capitals(played.spelling)
            told.append(News(say("board.overruled", word=word, used=played.overruled)))
    old, new = top(before.seen), top(after.seen)
    if isinstance(new, Contest) and not isinstance(old, Contest):
        told.append(News(contested(new, after.seen, say, names)))
    if isinstance(old, Contest) and isinstance(new, Turn) and new.appealed:
        told.append(News(say("board.appealed")))
    return tuple(told)


def contested(contest: Contest, state: State, say: Say, names: Sequence[str]) -> str:
    move = contest.move
    letters = " ".join(state.ring[card].letter for card in move.in_order(len(state.ring)))
    return say(
        "entry.to-vote-on-appeal" if contest.against else "entry.to-vote",
        player=names[contest.seat],
        word=capitals(move.word),
        used=contest.against,
        way=f"{ARROWS[move.direction]} {letters}",
    )


def why(typed: str, ruling: Ruling, state: State, say: Say) -> Iterator[str]:
    """If a word was refused because of its family: the links to the used word."""
    if ruling.reason != "same-base":
        return
    known = words(state.options)
    used = state.history[int(dict(ruling.details)["turn"]) - 1]
    shown = as_announced(typed, known)
    form = fold(typed, known.language, known.umlauts)
    links = why_same_base(known, form, shown, used)
    for link in links:
        yield "  " + say(f"why.{link.kind}", one=capitals(link.one), other=capitals(link.other))
    if any(link.kind not in ("same", "form", "house") for link in links):
        yield "  " + say("why.source")


def _told(played: Played, say: Say, names: Sequence[str]) -> str:
    return f"{cut(played.seat)} {_ended(played, say, names[played.seat])}"


def _ended(played: Played, say: Say, who: str) -> str:
    if played.ruling:
        key = "entry.closed" if played.closed else "entry.stood"
        return say(
            key,
            player=who,
            word=capitals(played.spelling),
            way=f"{ARROWS[played.direction]} {' '.join(played.letters)}",
            letters=" ".join(played.closed),
            count=len(played.letters),
        )
    if played.word:
        return say("entry.cancelled", player=who, word=capitals(played.spelling))
    return say("entry." + played.ruling.reason, player=who)
