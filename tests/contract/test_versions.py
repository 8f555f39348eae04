"""Rules that change get a new version, and the matches of every version are held to their own."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from escale.core.game import Game
from escale.core.play import Score
from escale.games.matchfile import BadMatchFile, from_json, reopen
from escale.testing import violations
from escale.testing.rewrite import rewrite
from tests.contract.hush.game import GAME
from tests.contract.hush.rules import Hush, Options, State


class LastWins(Hush):
    """The same, but whoever has the fewest tricks wins."""

    def score(self, state: State) -> Score:
        whole = super().score(state)
        least = min(whole.points)
        winners = tuple(seat for seat, one in enumerate(whole.points) if one == least)
        return replace(whole, winners=winners)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    folder = tmp_path / "hush"
    shutil.copytree(Path(str(GAME.folder)), folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def first(box: Path) -> Game[Any, Any, Any]:
    return replace(GAME, folder=box)


def changed(game: Game[Any, Any, Any], version: int, **more: Any) -> Game[Any, Any, Any]:
    return replace(game, rules=lambda _: LastWins(), box=replace(game.box, version=version), **more)


def found(game: Game[Any, Any, Any]) -> list[str]:
    return [one.message for one in violations(game, only=["recorded", "playthroughs", "versions"])]


def test_rules_that_lead_elsewhere_need_a_new_version(first: Any) -> None:
    same = changed(first, version=1)
    told = violations(same, only=["versions"])
    assert {one.place for one in told} == {"recorded/sweep.json", "recorded/cards-out.json"}
    assert all("raise `version`" in one.message for one in told)
    # Nor does writing the playthroughs anew make it right.
    rewrite(same)
    assert violations(same, only=["versions"]) == told


def test_a_new_version_has_matches_of_its_own_and_the_old_ones_are_set_aside(
    first: Any, box: Any
) -> None:
    second = changed(first, version=2)
    assert any("version 1 of the rules" in message for message in found(second))
    names = {path.relative_to(box).as_posix() for path in rewrite(second)}
    assert names >= {"recorded/v1/sweep.json", "recorded/sweep.json", "recorded/checksums.txt"}
    assert json.loads((box / "recorded" / "sweep.json").read_text())["header"]["version"] == 2
    assert (box / "recorded" / "v1" / "checksums.txt").exists()
    # The old rules are kept, or given up in so many words.
    assert [message[:28] for message in found(second)] == ["the game has no rules of v1 "]
    assert found(replace(second, earlier=(first,))) == []
    assert rewrite(replace(second, earlier=(first,))) == []
    shutil.rmtree(box / "recorded" / "v1")
    assert found(second) == []


def test_earlier_rules_are_held_to_their_matches(first: Any, box: Any) -> None:
    second = changed(first, version=2)
    rewrite(second)
    other = changed(first, version=1)
    assert all("raise `version`" in one for one in found(replace(second, earlier=(other,))))
    assert len(found(replace(second, earlier=(other,)))) == 2
    never = replace(first, box=replace(first.box, version=0))
    assert found(replace(second, earlier=(first, never))) == [
        "the game supports v0 of its rules, but no match of it is recorded"
    ]
    file = box / "recorded" / "v1" / "sweep.json"
    plain = json.loads(file.read_text())
    plain["log"].pop(3)
    file.write_text(json.dumps(plain))
    assert violations(replace(second, earlier=(first,)), only=["versions"])[0].place == (
        "recorded/v1/sweep.json"
    )


def test_a_version_without_a_match_is_reported(first: Any, box: Any) -> None:
    for file in (box / "recorded").iterdir():
        file.unlink()
    assert "no recorded match ends by sweep" in found(first)


@dataclass(frozen=True, slots=True)
class MoreOptions(Options):
    """With one that changes nothing as long as nobody chooses it."""

    sound: bool = True


def test_an_option_more_is_no_other_rule(first: Any, box: Any) -> None:
    """As long as the records say nothing of it."""
    for file in (box / "recorded").glob("*.json"):
        file.write_text(file.read_text().replace('{"kind": "Options", ', "{"))
    rewrite(first)
    assert violations(replace(first, options=MoreOptions), only=["recorded", "versions"]) == []


def test_a_match_goes_on_by_the_rules_of_its_version(first: Any, box: Any) -> None:
    text = (box / "recorded" / "sweep.json").read_text()
    second = changed(first, version=2)
    with pytest.raises(BadMatchFile, match="version 1 of the rules, and version 2 is here"):
        from_json(text, second)
    game, record = from_json(text, replace(second, earlier=(first,)))
    assert game is first
    assert reopen(game, record).over
    third = text.replace('"version": 1', '"version": 3')
    with pytest.raises(BadMatchFile, match="version 3 of the rules, and version 2 and 1 is here"):
        from_json(third, replace(second, earlier=(first,)))
