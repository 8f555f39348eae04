"""The state of Les Clés de Fort Boyard, and its rules object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, TypeAlias, Union

from escale.core.event import Played
from escale.core.phases import PhaseRules, become, push, top
from escale.core.play import Awaits, Players
from escale.core.secrecy import BySeat, Seat, Shown, View
from escale.core.tuples import with_item
from escale.games.fortboyard import trials
from escale.games.fortboyard.rules.chest import Chest, Ended, KeysBack, Notes
from escale.games.fortboyard.rules.phase import Dice, FortPhase, told
from escale.games.fortboyard.rules.pieces import (
    KEYS,
    NOTES_A_PLAYER,
    RED_KEYS,
    BaseAction,
    Cast,
    Cell,
    Edition,
    News,
    Options,
    Purse,
    Riddle,
    Square,
    Trial,
    read_plan,
)
from escale.games.fortboyard.rules.riddle import Asked, Riddling
from escale.games.fortboyard.rules.trial import AroundTable, TrialAction, Trying
from escale.games.fortboyard.rules.walk import AtCell, FirstRoll, Turn

if TYPE_CHECKING:
    Action: TypeAlias = BaseAction | TrialAction
    AnyPhase: TypeAlias = FortPhase
else:  # the codec needs the concrete classes
    Action = Union[BaseAction, *trials.ACTIONS]
    AnyPhase = Union[
        FirstRoll,
        Turn,
        AtCell,
        Trying,
        AroundTable,
        Riddling,
        Asked,
        Chest,
        Notes,
        KeysBack,
        Dice,
        Ended,
        *trials.PHASES,
    ]
Matcher: TypeAlias = Callable[[str, Riddle], bool]
"""Whether an answer is one that the card accepts."""

TURNS_OF_BLANK = 1  # of the hourglass, for a host's own card

Pile: TypeAlias = tuple[tuple[int, int], ...]  # a value, and the number of notes that have it


@dataclass(frozen=True, slots=True)
class State:
    """The board, the purses and the chest. Notes that nobody has seen are an unordered pile."""

    options: Shown[Options]
    squares: Shown[tuple[Square, ...]]
    cells: Shown[tuple[Cell, ...]]  # by square; always empty for start and tiger
    pawns: Shown[tuple[int, ...]]
    purses: BySeat[tuple[Purse, ...]]
    chest: Shown[int]  # number of notes in it
    pile: Pile  # the notes that nobody has, in the chest or out of the game
    read: Shown[tuple[int, ...]]  # numbers of the riddles that have been used
    dice: Shown[tuple[int, ...]]  # the last throw
    first_rolls: Shown[tuple[int, ...]]  # by seat; empty until all have rolled
    news: Shown[tuple[News, ...]]
    now: Shown[int]  # match time of the last event
    phases: Shown[tuple[AnyPhase, ...]]

    @property
    def seats(self) -> int:
        return len(self.pawns)

    @property
    def with_cells(self) -> tuple[int, ...]:
        """The squares that have a cell."""
        return tuple(place for place, square in enumerate(self.squares) if square in KEYS)

    @property
    def red_left(self) -> int:
        """Red keys beside the board, of those in the box."""
        return RED_KEYS - sum(cell.red for cell in self.cells) - sum(one.red for one in self.purses)

    def seconds_until(self, moment: int) -> int:
        """Whole seconds from now on; 0 if the moment is past."""
        return max(0, moment - self.now) // 1000

    def own_trial(self, name: str) -> Trial | None:
        """The host's own card of this name, if there is one."""
        return next((card for card in self.options.own_trials if card.name == name), None)

    def walked(self, seat: Seat, steps: int) -> State:
        place = (self.pawns[seat] + steps) % len(self.squares)
        return replace(self, pawns=with_item(self.pawns, seat, place))

    def with_cell(self, square: int, cell: Cell) -> State:
        return replace(self, cells=with_item(self.cells, square, cell))

    def with_purse(self, purse: Purse) -> State:
        return replace(self, purses=with_item(self.purses, purse.seat, purse))

    def with_note(self, seat: Seat, place: int) -> State:
        """Move the note at this place of the pile from the chest to a purse."""
        value = [value for value, count in self.pile for _ in range(count)][place]
        pile = tuple((one, count - (one == value)) for one, count in self.pile)
        purse = self.purses[seat]
        purse = replace(purse, notes=(*purse.notes, value), count=purse.count + 1)
        return replace(self.with_purse(purse), pile=pile, chest=self.chest - 1)


class Fort(PhaseRules[State, Action]):
    """The rules, with an edition, the riddles of one language, and a judge of answers.

    Version 1 differs in what the rulings F6, F10 and F11 said before, in La barbichette, which
    began by itself, and in the sand of a trial around the table, which always ran out.
    """

    def __init__(
        self,
        edition: Edition,
        riddles: tuple[Riddle, ...],
        matches: Matcher,
        options: Options,
        version: int = 2,
    ) -> None:
        self.version = version
        self.edition = edition
        self.riddles = (*riddles, *options.riddles)
        self._blank_riddles = options.riddles
        self.matches = matches
        own = tuple(card.name for card in options.own_trials)
        if not trials.CARDS.keys().isdisjoint(own):
            raise ValueError("own_trials: a card has the name of one that is in the box")
        self.trials = (*trials.NAMES, *own)
        self._online = options.trials == "online"

    def setup(self, options: Options, seats: int) -> State:
        squares = read_plan(options.plan or self.edition.plan)
        state = State(
            options=options,
            squares=squares,
            cells=tuple(Cell(black=KEYS.get(square, 0)) for square in squares),
            pawns=(0,) * seats,
            purses=tuple(Purse(seat) for seat in range(seats)),
            chest=NOTES_A_PLAYER * seats,
            pile=self.edition.notes,
            read=(),
            dice=(),
            first_rolls=(),
            news=(),
            now=0,
            phases=(),
        )
        return push(self, state, FirstRoll(tuple(range(seats)), (0,) * seats))

    def awaits(self, state: State) -> Awaits:
        """All players roll, answer or look on while the sand runs."""
        awaits = super().awaits(state)
        if isinstance(awaits, Players) and awaits.deadline is not None:
            return replace(awaits, together=True)
        return awaits

    def unread(self, state: State) -> list[int]:
        """The riddles that have not been used."""
        return [number for number in range(len(self.riddles)) if number not in state.read]

    def read_again(self, state: State, number: int) -> tuple[int, ...]:
        """The used riddles including this one; none after the last, when all are shuffled again."""
        read = (*state.read, number)
        return read if len(read) < len(self.riddles) else ()

    def trial(self, name: str, cast: Cast, state: State) -> FortPhase:
        """The phase that plays this card; a host's own card is always played around the table."""
        card = trials.CARDS.get(name)
        if card is not None and self._online:
            return card.phase.begin(cast, state)
        turns = TURNS_OF_BLANK if card is None else card.hourglass
        return AroundTable(cast, name, turns, (None,) * state.seats)

    def end(self, state: State, ending: str) -> State:
        """The chest is empty: reveal all notes and end the match."""
        purses = tuple(replace(purse, counted=True) for purse in state.purses)
        state = replace(state, purses=purses, phases=state.phases[:1])
        return become(self, told(state, "chest-empty"), Ended(ending))

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        phase: FortPhase = top(state)
        return phase.sample(self, state, seat, rng)

    def imagine(self, view: View[State], rng: Random) -> State:
        """Deal the notes that this seat has not seen to the others."""
        seen = view.seen
        known = [note for purse in seen.purses if _is_known(purse, view) for note in purse.notes]
        unknown = [
            value for value, count in self.edition.notes for _ in range(count - known.count(value))
        ]
        rng.shuffle(unknown)
        purses = []
        for purse in seen.purses:
            if not _is_known(purse, view):
                dealt, unknown = unknown[: purse.count], unknown[purse.count :]
                purse = replace(purse, notes=tuple(dealt))
            purses.append(purse)
        pile = tuple((value, unknown.count(value)) for value, _ in self.edition.notes)
        phases = tuple(phase.imagine(self, view, rng) for phase in seen.phases)
        options = replace(seen.options, riddles=self._blank_riddles)
        return replace(seen, options=options, purses=tuple(purses), pile=pile, phases=phases)

    def reversible(self, state: State, event: Played[Action]) -> bool:
        """Nothing can be taken back: dice are thrown, time passes, words are said."""
        return False


def _is_known(purse: Purse, view: View[State]) -> bool:
    return purse.counted or purse.seat == view.seat
