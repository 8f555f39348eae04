"""Lexicons side by side: the mapped file and a pickled dictionary.

Each way is measured in a process of its own: time to load, private memory (what no other process
shares) and look-ups a second, with the same words, half of them known. Linux only.

    python bench/words.py
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from escale.words import LANGUAGES, Language
from escale.words.lexicon import Lexicon, file_of

QUESTIONS = 200_000


def private_megabytes() -> float:
    # Clean pages are those of mapped files, which any other process would share.
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty")) / 1024


def load_mapped(language: Language, _: Path) -> Any:
    return Lexicon(file_of(language))


def load_pickled(language: Language, folder: Path) -> Any:
    return pickle.loads((folder / f"{language}.pickle").read_bytes())  # noqa: S301 (our own)


WAYS: dict[str, Callable[[Language, Path], Any]] = {
    "mapped lexicon": load_mapped,
    "pickled dictionary": load_pickled,
}


def per_second(ask: Callable[[str], object], questions: list[str]) -> float:
    begin = time.perf_counter()
    for question in questions:
        ask(question)
    return len(questions) / (time.perf_counter() - begin)


def questions(folder: Path, language: Language) -> list[str]:
    return (folder / f"{language}.txt").read_text().split()


def measure(way: str, languages: list[Language], folder: Path) -> dict[str, float]:
    """In a fresh process: everything about one way."""
    asked = questions(folder, languages[0])
    before = private_megabytes()
    begin = time.perf_counter()
    loaded = [WAYS[way](language, folder) for language in languages]
    result = {"load ms": (time.perf_counter() - begin) * 1e3}
    result["private MB"] = private_megabytes() - before
    if len(languages) > 1:
        return result
    words = loaded[0]
    result["known/s"] = per_second(words.__contains__, asked)
    if not isinstance(words, dict):
        result["bases/s"] = per_second(words.bases, asked)
        result["spellings/s"] = per_second(words.spellings, asked)
    result["after, MB"] = private_megabytes() - before
    if way == "mapped lexicon":
        begin = time.perf_counter()
        words.all()
        result["all ms"] = (time.perf_counter() - begin) * 1e3
    return result


def in_a_process(way: str, languages: list[Language], folder: Path) -> dict[str, float]:
    command = [sys.executable, __file__, "--one", way, "--folder", str(folder), *languages]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return dict(json.loads(done.stdout))


def prepare(language: Language, folder: Path) -> None:
    """The same words as a plain dictionary, and the questions."""
    words = Lexicon(file_of(language))
    forms = list(words.all())
    content = {form: (words.readings(form), words.bases(form), words.zipf(form)) for form in forms}
    (folder / f"{language}.pickle").write_bytes(pickle.dumps(content))
    rng = random.Random("escale")
    known = rng.choices(forms, k=QUESTIONS // 2)
    wrong = [f"{form[:-1]}{rng.choice('AEINRST')}{form[-1]}" for form in known]
    asked = rng.sample(known + wrong, QUESTIONS)
    (folder / f"{language}.txt").write_text("\n".join(asked))


def batch(language: Language, folder: Path) -> float:
    """Words a second of `escale words check LANG -`, start of the program included."""
    begin = time.perf_counter()
    with (folder / f"{language}.txt").open() as asked:
        check = [sys.executable, "-m", "escale", "words", "check", language, "-"]
        subprocess.run(check, check=True, stdin=asked, stdout=subprocess.DEVNULL)  # noqa: S603
    return QUESTIONS / (time.perf_counter() - begin)


def row(name: str, result: dict[str, float], first: dict[str, float]) -> None:
    told = (
        f"{what} {value:,.1f} (x{value / first[what]:.2g})"
        for what, value in result.items()
        if first.get(what)
    )
    print(f"  {name:20}" + "  ".join(told))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.languages, options.folder)))
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for language in options.languages:
            prepare(language, folder)
            print(f"{language}: file {file_of(language).stat().st_size / 1e6:.2f} MB")
            first = in_a_process("mapped lexicon", [language], folder)
            row("mapped lexicon", first, first)
            for way in list(WAYS)[1:]:
                row(way, in_a_process(way, [language], folder), first)
            print(f"  escale words check {language} -: {batch(language, folder):,.0f} words/s")
        if len(options.languages) > 1:
            print("all together")
            first = in_a_process("mapped lexicon", options.languages, folder)
            row("mapped lexicon", first, first)
            for way in list(WAYS)[1:]:
                row(way, in_a_process(way, options.languages, folder), first)
    return 0


if __name__ == "__main__":
    sys.exit(main())
