"""The contract that every game keeps, for anybody's game.

    from escale.testing import contract
    from my_game import GAME

    test_contract = contract(GAME)      # one pytest test for each check

Without pytest, `violations(GAME)` lists what is wrong, each with the seed and the place to see it
again. `transcript(GAME, record, "en")` tells a match in words, and
`python -m escale.testing.rewrite NAME` records the endings that have no match yet and writes the
playthroughs anew. The texts that a game needs are listed in docs/texts.md, and how to build a game
in docs/add-a-game.md.
"""

from escale.games.transcript import transcript
from escale.testing.contract import Violation, contract, violations
from escale.testing.playing import play

__all__ = ["Violation", "contract", "play", "transcript", "violations"]
