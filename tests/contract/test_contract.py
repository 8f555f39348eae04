"""Every game on the shelf keeps the contract. A new game is found here by itself."""

from escale.games.registry import game_names
from escale.testing import contract

test_contract = contract(*game_names())
