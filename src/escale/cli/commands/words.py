"""`escale words`: the sources of a lexicon, which words it accepts, which are related and why."""

from __future__ import annotations

import asyncio
import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from escale.cli import inputs
from escale.cli.settings_sources import add_settings, resolve_settings
from escale.cli.terminal.console import OK
from escale.core.match import Match
from escale.games.texts import Texts, flat
from escale.words.custom_words import BadCustomWords, read_custom_words, with_custom_words
from escale.words.folding import fold
from escale.words.kinship import why_related
from escale.words.lexicon_file import BadLexicon
from escale.words.loading import load
from escale.words.protocol import LANGUAGES, Words
from escale.words.spelling import as_announced, capitals
from escale.words.verdict import Judge, Verdict


def add_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", dest="what", required=True)

    about = commands.add_parser("about", help="id, hash, counts, sources and licences")
    check = commands.add_parser("check", help="is a word accepted, and if not, why")
    family = commands.add_parser("family", help="1 or 0 for each pair of words of one base")
    why = commands.add_parser("why", help="why two words are of one base, link by link")
    doubts = commands.add_parser(
        "doubts", help="pairs of words that tables of this house found not to be related"
    )
    add_settings(doubts, "database", database="of the house")
    for command in (about, check, family, why):
        command.add_argument("language", choices=LANGUAGES, help="of the lexicon")
    for command in (about, check, why):
        command.add_argument("--say", choices=LANGUAGES, default="en", help="language of answers")
    for command in (check, family, why):
        command.add_argument("--umlauts", choices=("AE", "A"), default="AE", help="what Ä plays as")
        command.add_argument("--house", metavar="FILE", help="the table's own words and families")

    why.add_argument("one", metavar="WORD")
    why.add_argument("other", metavar="WORD")
    check.add_argument("words", nargs="+", metavar="WORD", help="- reads one word a line")
    check.add_argument("--used", nargs="+", action="extend", default=[], metavar="WORD")
    check.add_argument("--lemmas-only", action="store_true", help="refuse inflected forms")
    check.add_argument(
        "--edition", choices=LANGUAGES, help="of Word Bank; by default that of the language"
    )
    check.add_argument(
        "--contains",
        choices=("base", "literal"),
        default="base",
        help="English edition: contained words count from four letters on, or all of them",
    )


def run(args: Namespace) -> int:
    commands = {"about": _about, "check": _check, "family": _family, "why": _why, "doubts": _doubts}
    try:
        return commands[args.what](args)
    except BadLexicon as problem:
        raise inputs.BadInput(str(problem)) from None


def _about(args: Namespace) -> int:
    from escale.words.provenance import read_provenance

    say, known = _texts(args.say), read_provenance(args.language)
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
        outcome = "accepted" if verdict else "refused"
        shown = word.encode(errors="replace").decode()  # a shell may pass invalid UTF-8
        _print([f"{shown}: {say('check.' + outcome, reason=_reason(say, verdict))}"])
    return OK


def _judge(args: Namespace) -> Judge:
    # Not needed by the other commands.
    from escale.games.wordbank.editions import edition
    from escale.games.wordbank.rules.referee import SHORTEST_PART

    forbids = edition(args.edition or args.language).forbids_containing
    shortest = SHORTEST_PART[args.contains] if forbids else None
    words = _words(args)
    for word in args.used:
        _form(word, words, f"--used {word}")
    return Judge(words, args.used, lemmas_only=args.lemmas_only, shortest_part=shortest)


def _batch(judge: Judge, say: Texts, text: str) -> Iterator[str]:
    """One line of output for every line of input."""
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
        # A tab inside the word would start another column.
        yield f"{' '.join(word.split())}\t0\t{reason}"


def _family(args: Namespace) -> int:
    words, answers = _words(args), []
    for number, line in enumerate(_lines(inputs.text("-")), start=1):
        pair = [word.strip() for word in line.split("\t")]
        if len(pair) != 2:
            raise inputs.BadInput(f"line {number}: must be two words separated by a tab")
        for word in pair:
            _form(word, words, f"line {number}")
        one, other = (as_announced(word, words) for word in pair)
        answers.append("1" if words.related(one, other) else "0")
    _print(answers)
    return OK


def _why(args: Namespace) -> int:
    words, say = _words(args), _texts(args.say)
    for word in (args.one, args.other):
        if _form(word, words, word) not in words:
            raise inputs.BadInput(f"{word}: {say('reasons.unknown')}")
    one, other = as_announced(args.one, words), as_announced(args.other, words)
    links = why_related(words, one, other)
    if not links:
        _print([say("why.not-related", one=one, other=other)])
        return OK
    _print([say(f"why.{kind}", one=a, other=b, source=source) for kind, a, b, source in links])
    if any(link.kind == "family" for link in links):
        _print([say("why.source", lexicon=words.id)])
    return OK


def _overruled(match: Match[Any, Any, Any]) -> Iterator[str]:
    language, lexicon = match.header.options.language, dict(match.header.pins)["lexicon"]
    spelt = {capitals(turn.spelling): turn.spelling for turn in match.state.history}
    for turn in match.state.history:
        for used in filter(None, turn.overruled.split(", ")):
            yield "\t".join((language, turn.spelling, spelt[used], lexicon))


def _doubts(args: Namespace) -> int:
    """A line for each pair: language, the accepted word, the used word, and the lexicon."""
    from escale.cli.commands.tables import to_read  # not needed by the other commands
    from escale.tables import hosting
    from escale.tables.log import entry_codec

    async def found() -> set[str]:
        pairs: set[str] = set()
        async with to_read(args) as store:
            async for checked in hosting.check(store):
                if checked.problem:
                    sys.stderr.write(f"{checked.table}: skipped: {checked.problem}\n")
                    continue
                bodies = await store.entries_after(checked.table, 0)
                running = entry_codec.load(checked.table, bodies).running
                if running is not None and running.match.header.game == "wordbank":
                    pairs.update(_overruled(running.match))
        return pairs

    resolve_settings(args)
    _print(sorted(asyncio.run(found())))
    return OK


def _words(args: Namespace) -> Words:
    words = load(args.language, args.umlauts)
    if args.house is None:
        return words
    try:
        custom = read_custom_words(inputs.text(args.house), args.language, args.umlauts)
    except BadCustomWords as problem:
        raise inputs.BadInput(f"{args.house}: {problem}") from None
    return with_custom_words(words, *custom)


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
