"""Versions of the rules: each that a game knows still leads where it led when it was recorded.

Matches of today's version are in `recorded/`, those of version 1 in `recorded/v1/`, and so on. In
each of these folders `course.txt` has a line for every match: what it is, and the course that it
took. Rules that change the course of a recorded match are other rules: they need a new version.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from escale.core.codec import to_plain
from escale.core.game import Game
from escale.core.match import Match, Record
from escale.core.proof import verify
from escale.games.matchfile import BadMatchFile, at_start, from_json
from escale.testing.checks.recorded import files, told_problems
from escale.testing.trial import Finding, Findings, Trial

COURSE = "course.txt"


def versions(trial: Trial) -> Findings:
    """The matches of every version that is here, by their own rules."""
    game = trial.game
    known = {f"v{version}": one for version, one in game.versions.items() if one is not game}
    yield from _as_before(game, game, "recorded")
    for name, earlier in known.items():
        place = f"recorded/{name}"
        found = list(files(game, place, ".json"))
        if not found:
            yield Finding(f"{name} is among the earlier rules, and has no match", f"{place}/")
        for file, text in found:
            yield from _proved(earlier, f"{place}/{file}.json", text)
        yield from _as_before(game, earlier, place)
    for name in folders(game):
        if name not in known:
            yield Finding(
                f"the rules of {name} are not here any more: keep them as `earlier` in the game,"
                " or delete this folder when no match is played by them",
                f"recorded/{name}/",
            )


def _proved(earlier: Game[Any, Any, Any], place: str, text: str) -> Findings:
    try:
        _, record = from_json(text, earlier)
        rules = at_start(earlier, record.header).rules
    except BadMatchFile as problem:
        yield Finding(str(problem), place)
        return
    if record.header.commitment == "":  # a worked example
        yield from (Finding(problem, place) for problem in told_problems(rules, record))
        return
    for wrong in verify(rules, record).problems:
        yield Finding(f"event {wrong.event}: {wrong.reason}", place)


def _as_before(game: Game[Any, Any, Any], rules: Game[Any, Any, Any], place: str) -> Findings:
    """Does every match take its old course? Those that are no matches are told of elsewhere."""
    known = courses(game, place)
    for name, which, record in matches(game, rules, place):
        before = known.get(which)
        if before is None:
            why = f"its course is not in {COURSE}: run python -m escale.testing.rewrite {game.name}"
            yield Finding(why, f"{place}/{name}.json")
        elif before != course(rules, record):
            yield Finding(
                "the same actions lead to something else than when they were recorded: raise"
                f" `version` in game.toml, then run python -m escale.testing.rewrite {game.name}",
                f"{place}/{name}.json",
            )


def matches(
    game: Game[Any, Any, Any], rules: Game[Any, Any, Any], place: str
) -> Iterator[tuple[str, str, Record[Any, Any]]]:
    """The matches of a folder that these rules allow: name, key and record."""
    for name, text in files(game, place, ".json"):
        try:
            _, record = from_json(text, rules)
            start = at_start(rules, record.header)
        except BadMatchFile:
            continue
        told = record.header.commitment == ""
        if not any(told_problems(start.rules, record)) if told else verify(start.rules, record):
            yield name, key(text), record


def key(text: str) -> str:
    """What a match is, whatever it is called, and whatever options the game has got since."""
    plain = json.loads(text)
    return _digest([plain["header"]["options"], len(plain["header"]["players"]), plain["log"]])


def course(game: Game[Any, Any, Any], record: Record[Any, Any]) -> str:
    """Whom or what the match awaited after each event, and how it ended.

    This is what the rules decide, and not how they keep it: a state may be written otherwise.
    """
    match = Match(game.rules(record.header.options), record.header)
    awaited = [to_plain(match.awaits)]
    for event in record.log:
        match.extend([event])
        awaited.append(to_plain(match.awaits))
    return _digest(awaited)


def courses(game: Game[Any, Any, Any], place: str) -> dict[str, str]:
    """By the keys of the matches, as they are written in the folder."""
    text = dict(files(game, place, COURSE)).get("", "")
    return dict(line.split()[:2] for line in text.splitlines() if line.strip())


def folders(game: Game[Any, Any, Any]) -> list[str]:
    """`v1`, `v2` and so on, as far as they are there."""
    place = game.folder / "recorded"
    names = [str(one.name) for one in place.iterdir()] if place.is_dir() else []
    return sorted(one for one in names if one[:1] == "v" and one[1:].isdecimal())


def _digest(plain: Any) -> str:
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]
