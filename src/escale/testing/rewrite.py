"""python -m escale.testing.rewrite GAME: record what is missing, write the playthroughs anew.

Read the difference before you keep it: a playthrough changes when the rules or the texts change,
and only a person can tell whether that was meant. After the version of the rules was raised, the
matches of the one before are set aside first, in a folder of their own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from escale.core.event import Elapsed, Resigned, Rewound
from escale.core.game import Game
from escale.core.match import Record
from escale.core.play import Over
from escale.games.matchfile import from_json, to_json
from escale.games.registry import take
from escale.games.transcript import transcript
from escale.testing.checks.recorded import files
from escale.testing.checks.versions import COURSE, course, courses, folders, matches
from escale.testing.playing import play
from escale.testing.trial import other_options


def rewrite(game: Game[Any, Any, Any], seeds: int = 300) -> list[Path]:
    """The files that were written in the game's folder."""
    folder = Path(game.folder)
    written = [*set_aside(game), *_record_missing(game, folder, seeds)]
    names = [name for name, _ in files(game, "playthroughs", ".txt")]
    if not names:
        (folder / "playthroughs").mkdir(exist_ok=True)
        names = [max(files(game, "recorded", ".json"), key=lambda file: len(file[1]))[0]]
    there = {name for name, _ in files(game, "recorded", ".json")}
    for name in names:
        match, _, language = name.partition(".")
        if match not in there:
            continue  # only a person can record it
        record = from_json((folder / "recorded" / f"{match}.json").read_text("utf-8"), game)[1]
        path = folder / "playthroughs" / f"{name}.txt"
        new = transcript(game, record, language or "en")
        if not path.exists() or path.read_text("utf-8") != new:
            path.write_text(new, encoding="utf-8")
            written.append(path)
    return [*written, *_write_courses(game, folder)]


def set_aside(game: Game[Any, Any, Any]) -> list[Path]:
    """Matches of another version than today's go to the folder of theirs, with their courses."""
    folder, moved = Path(game.folder) / "recorded", []
    for name, text in files(game, "recorded", ".json"):
        version = json.loads(text)["header"]["version"]
        if version != game.box.version:
            place = folder / f"v{version}"
            place.mkdir(exist_ok=True)
            moved.append((folder / f"{name}.json").rename(place / f"{name}.json"))
            if (folder / COURSE).exists() and not (place / COURSE).exists():
                (folder / COURSE).rename(place / COURSE)
    return moved


def _write_courses(game: Game[Any, Any, Any], folder: Path) -> Iterator[Path]:
    """Of matches that are new; what is written stays, for the contract to hold the rules to it."""
    known = {f"v{version}": one for version, one in game.versions.items() if one is not game}
    places = {"recorded": game} | {
        f"recorded/{name}": known[name] for name in folders(game) if name in known
    }
    for place, rules in places.items():
        before = courses(game, place)
        lines = [
            f"{which} {before.get(which) or course(rules, record)} {name}\n"
            for name, which, record in matches(game, rules, place)
        ]
        path, text = folder / place / COURSE, "".join(lines)
        if lines and (not path.exists() or path.read_text("utf-8") != text):
            path.write_text(text, encoding="utf-8")
            yield path


def _record_missing(game: Game[Any, Any, Any], folder: Path, seeds: int) -> Iterator[Path]:
    """A match for each ending that has none: the plainest of those that chance brings."""
    (folder / "recorded").mkdir(exist_ok=True)
    missing = missing_endings(game)
    best: dict[str, Record[Any, Any]] = {}
    for ending, record in _random_matches(game, seeds if missing else 0):
        if ending in missing and (ending not in best or _plain(record) < _plain(best[ending])):
            best[ending] = record
    for ending, record in best.items():
        path = folder / "recorded" / f"{ending}.json"
        path.write_text(to_json(record), encoding="utf-8")
        yield path


def missing_endings(game: Game[Any, Any, Any]) -> list[str]:
    """The endings that no recorded match is named for."""
    there = [name for name, _ in files(game, "recorded", ".json")]
    return [one for one in game.box.endings if not any(name.startswith(one) for name in there)]


def _plain(record: Record[Any, Any]) -> tuple[int, int]:
    """Fewest deadlines missed, seats given up and events taken back; then shortest."""
    odd = sum(isinstance(event, Elapsed | Resigned | Rewound) for event in record.log)
    return odd, len(record.log)


def _random_matches(
    game: Game[Any, Any, Any], seeds: int
) -> Iterator[tuple[str, Record[Any, Any]]]:
    spread = [game.options(), *other_options(game.options)]
    for seed in range(seeds):
        seats = game.box.seats[seed % len(game.box.seats)]
        run = play(game, spread[seed // 4 % len(spread)], seats, seed)
        if run.finished:
            over = run.rules.awaits(run.moments[-1].state)
            assert isinstance(over, Over)
            yield over.score.ending, run.record


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m escale.testing.rewrite", description=__doc__)
    parser.add_argument("game", help="its name on the shelf")
    game = take(parser.parse_args().game)
    for path in rewrite(game):
        print(path)  # noqa: T201 (a command says what it has done)
    for ending in missing_endings(game):
        print(f"chance brought no match that ends by {ending}: record one by hand")  # noqa: T201
    return 1 if missing_endings(game) else 0


if __name__ == "__main__":
    sys.exit(main())
