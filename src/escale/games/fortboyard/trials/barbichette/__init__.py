"""La barbichette: who laughs first loses, against one opponent after the other."""

from escale.games.fortboyard.trials.barbichette.rules import (
    CARD,
    Barbichette,
    Hold,
    LetGo,
    Tickle,
)

__all__ = ["CARD", "Barbichette", "Hold", "LetGo", "Tickle"]
