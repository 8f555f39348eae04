"""How people share one keyboard: what is private, who is asked first, what is not drawn again."""

from __future__ import annotations

from escale.core.secrecy import Seat, View
from escale.games.fortboyard.rules.chest import Chest
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.rules.trial import AroundTable, Trying
from escale.games.fortboyard.rules.walk import AtCell, FirstRoll
from escale.games.fortboyard.trials import TrialPhase
from escale.games.fortboyard.trials.a_qui_est_ce import AQuiEstCe
from escale.games.fortboyard.trials.anomalie import Anomalie
from escale.games.fortboyard.trials.barbichette import Barbichette
from escale.games.fortboyard.trials.bataille import Bataille
from escale.games.fortboyard.trials.face_to_face import FaceToFace
from escale.games.fortboyard.trials.interdits import Interdits


def private(view: View[State]) -> bool:
    """Only the reader's card, a hand behind the back and a drawing need the screen alone; notes are
    shown when their owner asks for them, and votes are said aloud in a room."""
    match view.seen.phases[-1]:
        case Asked() as asked:
            return view.seat == asked.reader and not asked.turned
        case Bataille() as duel:
            return not duel.outcome
        case AQuiEstCe() as trial:
            return trial.stage == "drawing"
        case _:
            return False


def first(view: View[State], seats: tuple[Seat, ...]) -> Seat:
    """The one who types for the others, or whose move the others wait for."""
    wanted: tuple[Seat, ...]
    match view.seen.phases[-1]:
        case AroundTable(cast=cast, turns=turns, ends=ends, voted=voted):
            turner = (cast.opponents[-1],) if turns and not ends and not voted else ()
            wanted = (*turner, *cast.opponents)
        case Asked() as asked:
            wanted = (asked.reader, asked.candidate, asked.roller)
        case Interdits(cast=cast, queue=queue):
            wanted = (cast.candidate,) if queue else ()
        case Anomalie(cast=cast, spoken=spoken):
            wanted = tuple(seat for seat in cast.opponents if seat not in spoken)
        case Barbichette() as chins:  # whose finger slips off first
            wanted = tuple(sorted(chins.pair, key=chins.silent_at))
        case FaceToFace() as duel:
            wanted = (duel.cast.candidate,) if not duel.playing else (duel.opponent,)
        case _:
            wanted = ()
    return next((seat for seat in wanted if seat in seats), seats[0])


def quiet(view: View[State]) -> bool:
    """A turn goes on below the walk, and a race or a vote below the card with which it began."""
    state = view.seen
    match state.phases[-1]:
        case FirstRoll():
            return bool(state.news)
        case Trying() as trying:
            return not trying.name or bool(trying.ready)
        case Asked() as asked:
            begun = bool(asked.answers) or any(one is not None for one in asked.rolled)
            return asked.turned and begun
        case Chest() as chest:
            return chest.stage == "bonus" or chest.taken > 1
        case Anomalie(stage="looking"):
            return False
        case Anomalie(stage="agreeing") as trial:
            return state.now > trial.eyes_closed
        case Anomalie(stage="searching") as trial:
            return bool(trial.answers)
        case AQuiEstCe(stage="drawing" | "naming"):
            return False
        case top:
            return isinstance(top, AtCell | AroundTable | TrialPhase)
