"""Checks that recorded matches of every supported version of the rules still play out as recorded.

Matches of the current version are in `recorded/`, those of version 1 in `recorded/v1/`, and so on.
`checksums.txt` in each folder has a line for every match: a key for the match, the checksum of how
it played out, and its name. A change of the rules that changes a checksum needs a new version.
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
from escale.testing.checks.recorded import example_problems, files
from escale.testing.subject import Finding, Findings, Subject

CHECKSUMS = "checksums.txt"


def versions(subject: Subject) -> Findings:
    """The matches of every supported version, by their own rules."""
    game = subject.game
    known = {f"v{version}": one for version, one in game.versions.items() if one is not game}
    yield from _as_before(game, game, "recorded")
    for name, earlier in known.items():
        place = f"recorded/{name}"
        found = list(files(game, place, ".json"))
        if not found:
            yield Finding(
                f"the game supports {name} of its rules, but no match of it is recorded",
                f"{place}/",
            )
        for file, text in found:
            yield from _proved(earlier, f"{place}/{file}.json", text)
        yield from _as_before(game, earlier, place)
    for name in folders(game):
        if name not in known:
            yield Finding(
                f"the game has no rules of {name} any more: keep them as `earlier` of the game,"
                " or delete this folder once no match is played by them",
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
        yield from (Finding(problem, place) for problem in example_problems(rules, record))
        return
    for wrong in verify(rules, record).problems:
        yield Finding(f"event {wrong.event}: {wrong.reason}", place)


def _as_before(game: Game[Any, Any, Any], rules: Game[Any, Any, Any], place: str) -> Findings:
    """Compares checksums. Files that are not valid matches are reported by other checks."""
    known = checksums(game, place)
    for name, which, record in matches(game, rules, place):
        before = known.get(which)
        if before is None:
            why = (
                f"{CHECKSUMS} has no line for it: run python -m escale.testing.rewrite {game.name}"
            )
            yield Finding(why, f"{place}/{name}.json")
        elif before != checksum(rules, record):
            yield Finding(
                "by the current rules the same actions lead to another result than recorded: raise"
                f" `version` in game.toml, then run python -m escale.testing.rewrite {game.name}",
                f"{place}/{name}.json",
            )


def matches(
    game: Game[Any, Any, Any], rules: Game[Any, Any, Any], place: str
) -> Iterator[tuple[str, str, Record[Any, Any]]]:
    """The valid matches of a folder: name, key and record."""
    for name, text in files(game, place, ".json"):
        try:
            _, record = from_json(text, rules)
            start = at_start(rules, record.header)
        except BadMatchFile:
            continue
        example = record.header.commitment == ""
        if (
            not any(example_problems(start.rules, record))
            if example
            else verify(start.rules, record)
        ):
            yield name, key(text), record


def key(text: str) -> str:
    """Identifies a match by its recorded options, seats and log, whatever its file is called."""
    plain = json.loads(text)
    return _digest([plain["header"]["options"], len(plain["header"]["players"]), plain["log"]])


def checksum(game: Game[Any, Any, Any], record: Record[Any, Any]) -> str:
    """A checksum of what the rules awaited after each event, and of the score.

    It depends on what the rules decide, not on how a state represents it.
    """
    match = Match(game.rules(record.header.options), record.header)
    awaited = [_awaited(match)]
    for event in record.log:
        match.extend([event])
        awaited.append(_awaited(match))
    return _digest(awaited)


def _awaited(match: Match[Any, Any, Any]) -> Any:
    """Without what only tells a table how to show the moment."""
    plain: dict[str, Any] = to_plain(match.awaits)
    plain.pop("together", None)
    return plain


def checksums(game: Game[Any, Any, Any], place: str) -> dict[str, str]:
    """The recorded checksums of a folder, by the keys of the matches."""
    text = dict(files(game, place, CHECKSUMS)).get("", "")
    return dict(line.split()[:2] for line in text.splitlines() if line.strip())


def folders(game: Game[Any, Any, Any]) -> list[str]:
    """The folders of earlier versions: `v1`, `v2` and so on."""
    place = game.folder / "recorded"
    names = [str(one.name) for one in place.iterdir()] if place.is_dir() else []
    return sorted(one for one in names if one[:1] == "v" and one[1:].isdecimal())


def _digest(plain: Any) -> str:
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]
