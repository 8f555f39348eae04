"""python -m escale.testing.rewrite GAME: record missing endings and regenerate the playthroughs.

Review the diff: playthroughs change with the rules and the texts, and only a person can tell
whether that was intended. After the version of the rules was raised, recorded matches of the
version before are first moved to a folder of their own.
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
from escale.games.registry import load_game
from escale.games.transcript import transcript
from escale.testing.checks.recorded import files
from escale.testing.checks.versions import CHECKSUMS, checksum, checksums, folders, matches
from escale.testing.random_play import play
from escale.testing.subject import other_options


def rewrite(game: Game[Any, Any, Any], seeds: int = 300) -> list[Path]:
    """Returns the files that were written in the game's folder."""
    folder = Path(game.folder)
    written = [*archive_earlier_versions(game), *_record_missing(game, folder, seeds)]
    names = [name for name, _ in files(game, "playthroughs", ".txt")]
    if not names:
        (folder / "playthroughs").mkdir(exist_ok=True)
        names = [max(files(game, "recorded", ".json"), key=lambda file: len(file[1]))[0]]
    there = {name for name, _ in files(game, "recorded", ".json")}
    for name in names:
        match, _, language = name.partition(".")
        if match not in there:
            continue  # a worked example that only a person can record
        record = from_json((folder / "recorded" / f"{match}.json").read_text("utf-8"), game)[1]
        path = folder / "playthroughs" / f"{name}.txt"
        new = transcript(game, record, language or "en")
        if not path.exists() or path.read_text("utf-8") != new:
            path.write_text(new, encoding="utf-8")
            written.append(path)
    return [*written, *_write_checksums(game, folder)]


def archive_earlier_versions(game: Game[Any, Any, Any]) -> list[Path]:
    """Move matches of earlier versions, with their checksums, to recorded/vN/."""
    folder, moved = Path(game.folder) / "recorded", []
    for name, text in files(game, "recorded", ".json"):
        version = json.loads(text)["header"]["version"]
        if version != game.box.version:
            place = folder / f"v{version}"
            place.mkdir(exist_ok=True)
            moved.append((folder / f"{name}.json").rename(place / f"{name}.json"))
            if (folder / CHECKSUMS).exists() and not (place / CHECKSUMS).exists():
                (folder / CHECKSUMS).rename(place / CHECKSUMS)
    return moved


def _write_checksums(game: Game[Any, Any, Any], folder: Path) -> Iterator[Path]:
    """Add checksums of new matches. Existing ones stay: the contract checks the rules by them."""
    known = {f"v{version}": one for version, one in game.versions.items() if one is not game}
    places = {"recorded": game} | {
        f"recorded/{name}": known[name] for name in folders(game) if name in known
    }
    for place, rules in places.items():
        before = checksums(game, place)
        lines = [
            f"{which} {before.get(which) or checksum(rules, record)} {name}\n"
            for name, which, record in matches(game, rules, place)
        ]
        path, text = folder / place / CHECKSUMS, "".join(lines)
        if lines and (not path.exists() or path.read_text("utf-8") != text):
            path.write_text(text, encoding="utf-8")
            yield path


def _record_missing(game: Game[Any, Any, Any], folder: Path, seeds: int) -> Iterator[Path]:
    """Record a random match for each ending that has none: the plainest one found."""
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
    """Endings without a recorded match."""
    there = [name for name, _ in files(game, "recorded", ".json")]
    return [one for one in game.box.endings if not any(name.startswith(one) for name in there)]


def _plain(record: Record[Any, Any]) -> tuple[int, int]:
    """Sort key: fewest missed deadlines, resignations and take-backs, then shortest."""
    odd = sum(isinstance(event, Elapsed | Resigned | Rewound) for event in record.log)
    return odd, len(record.log)


def _random_matches(
    game: Game[Any, Any, Any], seeds: int
) -> Iterator[tuple[str, Record[Any, Any]]]:
    variants = [game.options(), *other_options(game.options)]
    for seed in range(seeds):
        seats = game.box.seats[seed % len(game.box.seats)]
        run = play(game, variants[seed // 4 % len(variants)], seats, seed)
        if run.finished:
            over = run.rules.awaits(run.moments[-1].state)
            assert isinstance(over, Over)
            yield over.score.ending, run.record


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m escale.testing.rewrite", description=__doc__)
    parser.add_argument("game", help="its name")
    game = load_game(parser.parse_args().game)
    for path in rewrite(game):
        print(path)  # noqa: T201
    for ending in missing_endings(game):
        print(f"no random match ended by {ending}: record one by hand")  # noqa: T201
    return 1 if missing_endings(game) else 0


if __name__ == "__main__":
    sys.exit(main())
