"""Record the matches in recorded/ again and regenerate the playthroughs:

    python -m escale.games.wordbank.tests.record

Needed when the cards or the words change, which a match pins. Review the diff.
"""

from __future__ import annotations

from pathlib import Path

from escale.games.matchfile import to_json
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Options
from escale.games.wordbank.tests.test_example import RECORDED, example
from escale.testing.bot_match import bot_match
from escale.testing.rewrite import archive_earlier_versions, rewrite

FOLDER = Path(__file__).parents[1]
LETTERS = tuple((letter, 1) for letter in "ETASION")
MATCHES: dict[str, tuple[Options, tuple[int, ...]]] = {
    "ran-out": (Options(language="fr"), (2, 3, 1)),
    "ran-out-even-turns": (Options(language="de", even_turns=True, starter=1), (3, 3)),
    "ran-out-table": (Options(language="en", referee="table"), (3, 4, 2, 1)),
    "all-passed": (Options(language="de", cards=(("X", 2),) * 8), (1, 1)),
    "no-safes": (Options(language="en", cards=LETTERS), (2, 1)),
}
PLAYTHROUGHS = (
    *("example-fr.fr", "example-en", "example-de.de", "ran-out.fr", "ran-out-table"),
    *("all-passed.de", "no-safes"),
)


def main() -> None:
    archive_earlier_versions(GAME)
    for folder in ("recorded", "playthroughs"):
        (FOLDER / folder).mkdir(exist_ok=True)
    records = {f"example-{language}{ring}": example(language, ring) for language, ring in RECORDED}
    records |= {name: bot_match(GAME, name, *match) for name, match in MATCHES.items()}
    for name, record in records.items():
        (FOLDER / "recorded" / f"{name}.json").write_text(to_json(record), "utf-8")
    for name in PLAYTHROUGHS:
        (FOLDER / "playthroughs" / f"{name}.txt").touch()
    rewrite(GAME)


if __name__ == "__main__":
    main()
