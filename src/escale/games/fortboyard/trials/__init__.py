"""The ten trials. Each folder is one card: its rules, its bot, its texts and its stage on the page.

To add one: a folder like the others, and its name in the lists below.
"""

from __future__ import annotations

from typing import TypeAlias

from escale.games.fortboyard.trials import (
    a_qui_est_ce,
    anomalie,
    barbichette,
    bataille,
    catapulte,
    interdits,
    main_chaude,
    nez_a_nez,
    patte_du_tigre,
    pince,
)
from escale.games.fortboyard.trials.card import Card
from escale.games.fortboyard.trials.face_to_face import GoOn, TakePosition

CARDS: dict[str, Card] = {
    card.name: card
    for card in (
        a_qui_est_ce.CARD,
        anomalie.CARD,
        barbichette.CARD,
        bataille.CARD,
        catapulte.CARD,
        interdits.CARD,
        main_chaude.CARD,
        nez_a_nez.CARD,
        patte_du_tigre.CARD,
        pince.CARD,
    )
}
NAMES = tuple(CARDS)

TrialPhase: TypeAlias = (
    a_qui_est_ce.AQuiEstCe
    | anomalie.Anomalie
    | barbichette.Barbichette
    | bataille.Bataille
    | catapulte.Catapulte
    | interdits.Interdits
    | main_chaude.MainChaude
    | nez_a_nez.NezANez
    | patte_du_tigre.PatteDuTigre
    | pince.Pince
)
TrialAction: TypeAlias = (
    GoOn
    | TakePosition
    | a_qui_est_ce.NameAuthors
    | a_qui_est_ce.SendDrawing
    | anomalie.Propose
    | anomalie.Remember
    | anomalie.SeenEnough
    | anomalie.Spot
    | barbichette.Hold
    | barbichette.LetGo
    | barbichette.Tickle
    | bataille.ShowHand
    | catapulte.Catch
    | catapulte.Fire
    | interdits.AskQuestion
    | interdits.Reply
    | interdits.Object
    | main_chaude.Feint
    | main_chaude.PullAway
    | main_chaude.Strike
    | nez_a_nez.NameNose
    | nez_a_nez.Slide
    | patte_du_tigre.GiveSignal
    | patte_du_tigre.TouchDie
    | pince.LetFall
    | pince.Pinch
)
