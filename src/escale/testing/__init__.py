"""The contract kit: checks that any game must pass, yours included.

    from escale.testing import contract
    from my_game import GAME

    test_contract = contract(GAME)      # one pytest test for each check

Without pytest, `violations(GAME)` lists what is wrong, with the seed and event to reproduce it.
`transcript(GAME, record, "en")` writes a match out in words, and
`python -m escale.testing.rewrite NAME` records a match for each ending that has none and
regenerates the playthroughs. docs/texts.md lists the texts that a game needs; docs/add-a-game.md
builds a game.
"""

from escale.games.transcript import transcript
from escale.testing.contract import Violation, contract, violations
from escale.testing.random_play import play

__all__ = ["Violation", "contract", "play", "transcript", "violations"]
