"""The online trials at a keyboard: what a terminal can do of each."""

from __future__ import annotations

from typing import Any

from escale.games.fortboyard.terminal import chats, guessing, reflexes, steering
from escale.games.fortboyard.terminal.questions import Asking
from escale.games.fortboyard.trials.a_qui_est_ce import AQuiEstCe
from escale.games.fortboyard.trials.anomalie import Anomalie
from escale.games.fortboyard.trials.barbichette import Barbichette
from escale.games.fortboyard.trials.bataille import Bataille, ShowHand
from escale.games.fortboyard.trials.catapulte import Catapulte
from escale.games.fortboyard.trials.face_to_face import FaceToFace, GoOn, TakePosition
from escale.games.fortboyard.trials.interdits import Interdits
from escale.games.fortboyard.trials.main_chaude import MainChaude
from escale.games.fortboyard.trials.nez_a_nez import NezANez
from escale.games.fortboyard.trials.patte_du_tigre import PatteDuTigre
from escale.games.fortboyard.trials.pince import Pince


def trial(asking: Asking) -> Any:
    """A trial that is not known here is played from what its rules offer."""
    top = asking.view.seen.phases[-1]
    if isinstance(top, FaceToFace) and not top.playing:
        return _around_bout(asking, top)
    match top:
        case Bataille():
            return _show_hand(asking, top)
        case MainChaude():
            return reflexes.main_chaude(asking, top)
        case Pince():
            return reflexes.pince(asking, top)
        case PatteDuTigre():
            return reflexes.patte_du_tigre(asking, top)
        case Catapulte():
            return steering.catapulte(asking, top)
        case Barbichette():
            return steering.barbichette(asking, top)
        case NezANez():
            return steering.nez_a_nez(asking, top)
        case Interdits():
            return chats.interdits(asking, top)
        case Anomalie():
            return guessing.anomalie(asking, top)
        case AQuiEstCe():
            return guessing.a_qui_est_ce(asking, top)
        case _:
            return asking.desk.offered()


def _around_bout(asking: Asking, duel: FaceToFace) -> Any:
    if duel.outcome:
        asking.enter(asking.say("entry.go-on", seat=asking.seat))
        return GoOn(duel.bout)
    asking.desk.show(*duel.describe(asking.view, asking.say))
    asking.enter(asking.say("entry.take-position", seat=asking.seat))
    return TakePosition(duel.bout)


def _show_hand(asking: Asking, duel: Bataille) -> Any:
    asking.desk.show(*duel.describe(asking.view, asking.say))
    hands = {"1": ShowHand("well"), "2": ShowHand("leaf"), "3": ShowHand("scissors")}
    words = {sign: asking.say(f"values.figure-{hand.figure}") for sign, hand in hands.items()}
    return asking.one_of(asking.say("entry.show-hand", seat=asking.seat), hands, words=words)
