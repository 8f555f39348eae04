"""Recorded matches: one for every way of ending, and at least one that a person can read."""

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
from escale.testing.trial import Finding, Findings, Trial


def recorded(trial: Trial) -> Findings:
    """Each `recorded/<ending>.json` replays, verifies and ends so; no ending is without one.

    A record with an empty commitment is told, not played: a worked example with chosen draws. Its
    draws cannot be proved, everything else about it can; and it does not count for the endings.
    """
    game = trial.game
    shown = set()
    for name, text in files(game, "recorded", ".json"):
        place = f"recorded/{name}.json"
        try:
            _, record = from_json(text, game)
            at_start(game, record.header)  # refuses one of an earlier version
        except BadMatchFile as problem:
            yield Finding(str(problem), place)
            continue
        rules = game.rules(record.header.options)
        if record.header.commitment == "":
            yield from (Finding(problem, place) for problem in told_problems(rules, record))
            continue
        proof = verify(rules, record)
        for wrong in proof.problems:
            yield Finding(f"event {wrong.event}: {wrong.reason}", place)
        if not proof:
            continue
        score = Match(rules, record.header, log=record.log).score
        if score is None:
            yield Finding("the match is not over", place)
        elif not name.startswith(score.ending):
            yield Finding(f"the match ends by {score.ending}: its name must say so", place)
        else:
            shown.add(score.ending)
    for ending in game.box.endings:
        if ending not in shown:
            yield Finding(f"no recorded match ends by {ending}", f"recorded/{ending}.json")


def told_problems(rules: Any, record: Record[Any, Any]) -> Iterator[str]:
    """What could not happen in a match whose draws were chosen by hand."""
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


def playthroughs(trial: Trial) -> Findings:
    """Each `playthroughs/<name>.txt` is what `recorded/<name>.json` reads like today.

    `<name>.fr.txt` is the same match in French.
    """
    game = trial.game
    records = dict(files(game, "recorded", ".json"))
    found = list(files(game, "playthroughs", ".txt"))
    if not found:
        yield Finding("there is no playthrough to read", "playthroughs/")
    for name, text in found:
        match, _, language = name.partition(".")
        if match not in records or (language or "en") not in LANGUAGES:
            yield Finding(
                f"no recorded/{match}.json, or no such language", f"playthroughs/{name}.txt"
            )
            continue
        _, record = from_json(records[match], game)
        now = transcript(game, record, language or "en")
        if now != text:
            yield Finding(
                f"out of date: {_first_difference(text, now)}; if the new text is right, run"
                f" python -m escale.testing.rewrite {game.name}",
                f"playthroughs/{name}.txt",
            )


def _first_difference(old: str, new: str) -> str:
    before, after = old.splitlines(), new.splitlines()
    for number, (was, now) in enumerate(zip(before, after, strict=False), start=1):
        if was != now:
            return f"line {number} is {was!r} and should be {now!r}"
    return f"it has {len(before)} lines and should have {len(after)}"


def files(game: Game[Any, Any, Any], folder: str, ending: str) -> Iterator[tuple[str, str]]:
    """The text files of a folder of the game, by name without the ending."""
    place = game.folder / folder
    if place.is_dir():
        for file in sorted(place.iterdir(), key=lambda one: str(one.name)):
            if file.name.endswith(ending):
                yield file.name.removesuffix(ending), file.read_text(encoding="utf-8")
