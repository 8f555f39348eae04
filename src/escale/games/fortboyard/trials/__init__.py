"""The ten trials. Each folder is one card: its rules, its bot, its texts and its stage on the page.

To add one: a folder like the others, and its name in the lists below.
"""

from __future__ import annotations

from typing import TypeAlias

from escale.games.fortboyard.trials import (
    anomalie,
    barbichette,
    bataille,
    interdits,
    main_chaude,
    nez_a_nez,
)
from escale.games.fortboyard.trials.card import Card
from escale.games.fortboyard.trials.face_to_face import GoOn, TakePosition

CARDS: dict[str, Card] = {
    card.name: card
    for card in (
        anomalie.CARD,
        barbichette.CARD,
        bataille.CARD,
        interdits.CARD,
        main_chaude.CARD,
        nez_a_nez.CARD,
    )
}
NAMES = tuple(CARDS)

TrialPhase: TypeAlias = (
    anomalie.Anomalie
    | barbichette.Barbichette
    | bataille.Bataille
    | interdits.Interdits
    | main_chaude.MainChaude
    | nez_a_nez.NezANez
)
TrialAction: TypeAlias = (
    GoOn
    | TakePosition
    | anomalie.ProposeChange
    | anomalie.ProposeSwap
    | anomalie.Remember
    | anomalie.SeenEnough
    | anomalie.Spot
    | barbichette.Hold
    | barbichette.LetGo
    | barbichette.Tickle
    | bataille.ShowHand
    | interdits.AskQuestion
    | interdits.Reply
    | interdits.Object
    | nez_a_nez.NameNose
    | nez_a_nez.Slide
    | main_chaude.Feint
    | main_chaude.PullAway
    | main_chaude.Strike
)
