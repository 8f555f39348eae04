"""python -m tools.lexicons LANGUAGE: build a lexicon from its pinned sources.

Exits with 1 if `--check` finds that the lexicon that ships is another one, and with 2 if a source
or a hand-checked file cannot be read.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from escale.games.cache import cache_folder
from escale.words.family_links import links_of
from escale.words.lexicon import DATA, file_of
from escale.words.protocol import LANGUAGES
from tools.lexicons.build import build
from tools.lexicons.hand_files import HandFileError
from tools.lexicons.sources import SourceError


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m tools.lexicons", description="Build a lexicon.")
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--folder", type=Path, default=DATA, help="default: src/escale/words/data")
    parser.add_argument(
        "--sources",
        type=Path,
        default=cache_folder() / "words",
        help="where fetched packages are kept (default: %(default)s)",
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if the lexicon would change"
    )
    args = parser.parse_args(arguments)
    try:
        if not args.check:
            build(args.language, args.folder, args.sources, _log)
            return 0
        with tempfile.TemporaryDirectory() as scratch:
            path = build(args.language, Path(scratch), args.sources, _log)
            built = [_sha256(path), _sha256(links_of(path))]
    except (HandFileError, SourceError, OSError) as problem:
        parser.error(str(problem))
    shipped_file = file_of(args.language, args.folder)
    shipped = [_sha256(shipped_file), _sha256(links_of(shipped_file))]
    print(f"built   {' '.join(built)}\nshipped {' '.join(shipped)}")
    return 0 if built == shipped else 1


def _log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "missing"


if __name__ == "__main__":
    sys.exit(main())
