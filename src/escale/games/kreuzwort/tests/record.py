"""Record the matches in recorded/ again and regenerate the playthroughs:

    python -m escale.games.kreuzwort.tests.record

Needed when the letters or the words change, which a match pins. Review the diff.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from escale.core.match import Match
from escale.core.secrecy import Seat
from escale.games.kreuzwort.game import GAME
from escale.games.kreuzwort.rules.pieces import Action, Announce, Options, PutBack
from escale.games.kreuzwort.solver.fitting import moves
from escale.games.matchfile import to_json
from escale.testing.bot_match import Choose, bot_match
from escale.testing.rewrite import archive_earlier_versions, rewrite

FOLDER = Path(__file__).parents[1]
MATCHES: dict[str, tuple[Options, tuple[int, ...]]] = {
    "ran-out": (Options(), (3, 2, 1)),
    "ran-out-fr": (Options(language="fr", referee="dictionary"), (3, 3)),
    "ran-out-expert": (Options(expert=True), (3, 2)),
    "ran-out-expert-fr": (
        Options(language="fr", expert=True, ring="both", inflected=False),
        (3, 3),
    ),
    "all-passed": (Options(language="en"), (1, 1)),
    "no-gains": (Options(language="en", referee="dictionary"), (1, 1)),
}
PLAYTHROUGHS = (
    *("ran-out.de", "ran-out-fr.fr", "ran-out-expert.de", "ran-out-expert-fr.fr", "all-passed"),
    "no-gains",
)


def put_back(*_: object) -> Action:
    return PutBack()


def misspell(match: Match[Any, Any, Any], seat: Seat) -> Action:
    """Two letters that are no word, where they can lie."""
    position = match.state.position(seat)
    for letters in product("QXZJKVW", "QXZJKVWBCDFGPTRSN"):
        for move in moves(position, "".join(letters)):
            return Announce(move.word, move.cells, move.sources)
    raise LookupError("no wrong word of two letters fits")


CHOOSE: dict[str, Choose] = {"all-passed": put_back, "no-gains": misspell}


def main() -> None:
    archive_earlier_versions(GAME)
    for name, (options, levels) in MATCHES.items():
        choose = CHOOSE.get(name)
        record = bot_match(GAME, name, options, levels, choose)
        (FOLDER / "recorded" / f"{name}.json").write_text(to_json(record), "utf-8")
    for name in PLAYTHROUGHS:
        (FOLDER / "playthroughs" / f"{name}.txt").touch()
    rewrite(GAME)


if __name__ == "__main__":
    main()
