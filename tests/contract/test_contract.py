"""Every game on the shelf keeps the contract. A new game is found here by itself."""

from escale.games.registry import names
from escale.testing import contract

test_contract = contract(*names())
