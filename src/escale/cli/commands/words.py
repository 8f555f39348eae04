"""`escale words`: where a lexicon comes from, what it accepts, which words share a base."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from escale.cli import inputs
from escale.cli.terminal.console import CHECK_FAILED, OK
from escale.games.texts import Texts, flat
from escale.words.bound import BadLexicon
from escale.words.folding import fold
from escale.words.house import BadHouse, read_house, with_house
from escale.words.protocol import LANGUAGES, Words
from escale.words.source import load
from escale.words.verdict import Judge, Verdict


def add_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", dest="what", required=True)

    about = commands.add_parser("about", help="id, hash, counts, sources and licences")
    check = commands.add_parser("check", help="is a word accepted, and if not, why")
    family = commands.add_parser("family", help="1 or 0 for each pair of words of one base")
    build = commands.add_parser("build", help="make a lexicon again from its sources")
    for command in (about, check, family, build):
        command.add_argument("language", choices=LANGUAGES, help="of the lexicon")
    for command in (about, check):
        command.add_argument("--say", choices=LANGUAGES, default="en", help="language of answers")
    for command in (check, family):
        command.add_argument("--umlauts", choices=("AE", "A"), default="AE", help="what Ä plays as")
        command.add_argument("--house", metavar="FILE", help="words added, and banned with -word")

    check.add_argument("words", nargs="+", metavar="WORD", help="- reads one word a line")
    check.add_argument("--used", nargs="+", action="extend", default=[], metavar="WORD")
    check.add_argument("--lemmas-only", action="store_true", help="refuse inflected forms")
    check.add_argument(
        "--edition", choices=LANGUAGES, help="of Word Bank; by default that of the language"
    )
    build.add_argument("--folder", type=Path, help="where the files go; by default the package")
    build.add_argument("--sources", type=Path, help="where the fetched packages are kept")
    build.add_argument(
        "--check", action="store_true", help="write nothing; fail if the result would be different"
    )


def run(args: Namespace) -> int:
    commands = {"about": _about, "check": _check, "family": _family, "build": _build}
    try:
        return commands[args.what](args)
    except BadLexicon as problem:
        raise inputs.BadInput(str(problem)) from None


def _about(args: Namespace) -> int:
    from escale.words.about import about

    say, known = _texts(args.say), about(args.language)
    lines = [
        f"{known.id} ({say('about.version')} {known.version})",
        f"sha256: {known.sha256}",
        f"{say('about.size')}: {say('about.bytes', count=known.bytes)}",
        *(say(f"about.{name}", count=count) for name, count in known.counts.items()),
        f"{say('about.licence')}: {known.licence}",
        f"{say('about.sources')}:",
    ]
    for source in known.sources:
        lines.append(f"  {source.name} {source.version} ({source.registry}): {source.what}")
        lines.append(f"    {say('about.licence')}: {source.licence}")
        lines.append(f"    sha256: {source.sha256}")
        lines.append(f"    {source.notice}")
    _print(lines)
    return OK


def _check(args: Namespace) -> int:
    judge, say = _judge(args), _texts(args.say)
    if args.words == ["-"]:
        _print(_batch(judge, say, inputs.text("-")))
        return OK
    for word in args.words:
        verdict = judge(word)
        told = "accepted" if verdict else "refused"
        shown = word.encode(errors="replace").decode()  # whatever bytes a shell hands over
        _print([f"{shown}: {say('check.' + told, reason=_reason(say, verdict))}"])
    return OK


def _judge(args: Namespace) -> Judge:
    from escale.games.wordbank.editions import edition  # not needed by the other commands

    forbids = edition(args.edition or args.language).forbids_containing
    words = _words(args)
    for word in args.used:
        _form(word, words, f"--used {word}")
    return Judge(words, args.used, lemmas_only=args.lemmas_only, forbids_containing=forbids)


def _batch(judge: Judge, say: Texts, text: str) -> Iterator[str]:
    """One answer for every line, so that they can be laid side by side."""
    reasons: dict[Verdict, str] = {}
    for line in _lines(text):
        word = line.strip()
        verdict = judge(word)
        if verdict:
            yield f"{word}\t1\t"
            continue
        reason = reasons.get(verdict)
        if reason is None:
            reason = reasons[verdict] = _reason(say, verdict)
        # A tab in a line is no letter, and would make a column of its own.
        yield f"{' '.join(word.split())}\t0\t{reason}"


def _family(args: Namespace) -> int:
    words, answers = _words(args), []
    for number, line in enumerate(_lines(inputs.text("-")), start=1):
        pair = [word.strip() for word in line.split("\t")]
        if len(pair) != 2:
            raise inputs.BadInput(f"line {number}: must be two words with a tab between them")
        for word in pair:
            _form(word, words, f"line {number}")
        one, other = map(words.bases_as_spelt, pair)
        answers.append("0" if one.isdisjoint(other) else "1")
    _print(answers)
    return OK


def _build(args: Namespace) -> int:
    from escale.words.build import build  # with all it needs, for this command only
    from escale.words.build.by_hand import Misplaced
    from escale.words.build.sources import SourceError
    from escale.words.lexicon import DATA, file_of

    cache_home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    sources = args.sources or cache_home / "escale" / "words"
    folder = args.folder or DATA

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)  # noqa: T201

    try:
        if not args.check:
            build(args.language, folder, sources, tell)
            return OK
        with tempfile.TemporaryDirectory() as aside:
            made = _sum(build(args.language, Path(aside), sources, tell))
    except OSError as problem:
        raise inputs.BadInput(f"{problem.filename}: {problem.strerror}") from None
    except (Misplaced, SourceError) as problem:
        raise inputs.BadInput(str(problem)) from None
    shipped = file_of(args.language, folder)
    there = _sum(shipped) if shipped.exists() else "nothing"
    _print([f"built   {made}", f"shipped {there}"])
    return OK if made == there else CHECK_FAILED


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _words(args: Namespace) -> Words:
    words = load(args.language, args.umlauts)
    if args.house is None:
        return words
    try:
        house = read_house(inputs.text(args.house), args.language, args.umlauts)
    except BadHouse as problem:
        raise inputs.BadInput(f"{args.house}: {problem}") from None
    return with_house(words, house.added, house.banned)


def _form(word: str, words: Words, place: str) -> str:
    try:
        return fold(word, words.language, words.umlauts)
    except ValueError as problem:
        raise inputs.BadInput(f"{place}: {problem}") from None


def _reason(say: Texts, verdict: Verdict) -> str:
    if verdict.reason is None:
        return ""
    return say(f"reasons.{verdict.reason}", used=verdict.about, lemmas=verdict.about)


@cache
def _texts(language: str) -> Texts:
    text = files("escale.words").joinpath("texts", f"{language}.toml").read_text("utf-8")
    return Texts(language, flat(tomllib.loads(text)))


def _lines(text: str) -> list[str]:
    """The lines of a text, counted as an editor counts them."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _print(lines: Iterator[str] | list[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
