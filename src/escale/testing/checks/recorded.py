"""Checks recorded matches (one for each ending) and their playthroughs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from escale.core.chance import ChanceRequest, Draw, Pick, Roll
from escale.core.event import Acted, Drawn, Elapsed, Event, Resigned
from escale.core.game import LANGUAGES, Game
from escale.core.match import Match, Record, may_act, may_resign
from escale.core.play import Chance, Players
from escale.core.proof import verify
from escale.games.matchfile import BadMatchFile, at_start, from_json
from escale.games.transcript import transcript
from escale.testing.subject import Finding, Findings, Subject


def recorded(subject: Subject) -> Findings:
    """Each `recorded/<ending>...json` verifies and ends that way; every ending has one.

    A record with an empty commitment is a worked example with chosen draws: all but the draws is
    checked, and it does not count as the match of an ending.
    """
    game = subject.game
    covered = set()
    for name, text in files(game, "recorded", ".json"):
        place = f"recorded/{name}.json"
        try:
            _, record = from_json(text, game)
            at_start(game, record.header)  # refuses an earlier version
        except BadMatchFile as problem:
            yield Finding(str(problem), place)
            continue
        rules = game.rules(record.header.options)
        if record.header.commitment == "":
            yield from (Finding(problem, place) for problem in example_problems(rules, record))
            continue
        proof = verify(rules, record)
        for wrong in proof.problems:
            yield Finding(f"event {wrong.event}: {wrong.reason}", place)
        if not proof:
            continue
        score = Match(rules, record.header, log=record.log).score
        if score is None:
            yield Finding("the match has not ended", place)
        elif not name.startswith(score.ending):
            yield Finding(
                f"the match ends by {score.ending}: its file name must begin with that", place
            )
        else:
            covered.add(score.ending)
    for ending in game.box.endings:
        if ending not in covered:
            yield Finding(f"no recorded match ends by {ending}", f"recorded/{ending}.json")


def example_problems(rules: Any, record: Record[Any, Any]) -> Iterator[str]:
    """The first illegal event of a match whose draws were chosen by hand."""
    so_far = Match(rules, record.header)
    for number, event in enumerate(record.log):
        problem = _objection(so_far, event)
        if problem:
            yield f"event {number}: {problem}"
            return
        so_far.extend([event])


def _objection(so_far: Match[Any, Any, Any], event: Event[Any]) -> str:
    awaits = so_far.awaits
    match event:
        case Acted(seat, action):
            return may_act(so_far.rules, so_far.state, seat, action, awaits).reason
        case Resigned(seat):
            return may_resign(so_far.header, awaits, so_far.resigned, seat).reason
        case Drawn(result, to):
            awaited = isinstance(awaits, Chance) and to == awaits.to and fits(awaits.ask, result)
            return "" if awaited else "this draw is not awaited"
        case Elapsed(at):
            deadline = awaits.deadline if isinstance(awaits, Players) else None
            return "" if deadline is not None and at >= deadline else "no deadline has passed"
    return ""


def fits(ask: ChanceRequest, result: tuple[int, ...]) -> bool:
    """Could chance give this answer?"""
    match ask:
        case Roll(dice, sides):
            return len(result) == dice and all(1 <= one <= sides for one in result)
        case Pick(size):
            return len(result) == 1 and 0 <= result[0] < size
        case Draw(count, size):
            different = len(set(result)) == len(result) == count
            return different and all(0 <= one < size for one in result)


def playthroughs(subject: Subject) -> Findings:
    """Each `playthroughs/<name>.txt` is the current transcript of `recorded/<name>.json`.

    `<name>.fr.txt` is the same match in French.
    """
    game = subject.game
    records = dict(files(game, "recorded", ".json"))
    found = list(files(game, "playthroughs", ".txt"))
    if not found:
        yield Finding(
            f"there is no playthrough: run python -m escale.testing.rewrite {game.name}",
            "playthroughs/",
        )
    for name, text in found:
        match, _, language = name.partition(".")
        if match not in records or (language or "en") not in LANGUAGES:
            yield Finding(
                f"there is no recorded/{match}.json, or no language {language!r}",
                f"playthroughs/{name}.txt",
            )
            continue
        _, record = from_json(records[match], game)
        now = transcript(game, record, language or "en")
        if now != text:
            yield Finding(
                f"out of date: {_first_difference(text, now)}; if that is intended, run"
                f" python -m escale.testing.rewrite {game.name}",
                f"playthroughs/{name}.txt",
            )


def _first_difference(old: str, new: str) -> str:
    before, after = old.splitlines(), new.splitlines()
    for number, (was, now) in enumerate(zip(before, after, strict=False), start=1):
        if was != now:
            return f"line {number} is {was!r}, and would be {now!r}"
    return f"it has {len(before)} lines, and would have {len(after)}"


def files(game: Game[Any, Any, Any], folder: str, suffix: str) -> Iterator[tuple[str, str]]:
    """The text files of a folder of the game: names without the suffix, and contents."""
    place = game.folder / folder
    if place.is_dir():
        for file in sorted(place.iterdir(), key=lambda one: str(one.name)):
            if file.name.endswith(suffix):
                yield file.name.removesuffix(suffix), file.read_text(encoding="utf-8")
