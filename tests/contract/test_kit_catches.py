"""The kit is content with a good game, and reports every broken one by the right checks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from escale.core.game import LANGUAGES, Game
from escale.testing import violations
from escale.testing.checks import CHECKS
from escale.testing.rewrite import missing_endings, rewrite
from tests.contract.boxes import BOXES
from tests.contract.hush.game import GAME

Edit = Callable[[Path], object]


def reported(game: Game[Any, Any, Any], only: Collection[str] = tuple(CHECKS)) -> set[str]:
    return {violation.check for violation in violations(game, only=only, most_events=150)}


class Untouchable:
    """A folder at which nobody may look."""

    def __truediv__(self, name: str) -> Any:
        raise AssertionError(name)

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


@cache
def looking() -> frozenset[str]:
    """The checks that look at a game's folder: no other can notice that it is damaged."""
    return frozenset(reported(replace(GAME, folder=Untouchable())))


def test_a_good_game_keeps_the_contract() -> None:
    assert violations(GAME) == []
    assert violations(GAME, seed=1) == []


@pytest.mark.parametrize("name", BOXES)
def test_a_broken_game_is_reported_by_the_checks_that_it_breaks_and_no_others(name: str) -> None:
    game, checks = BOXES[name]
    assert reported(game) == checks


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The folder of the good game, to be damaged."""
    folder = tmp_path / "hush"
    shutil.copytree(Path(str(GAME.folder)), folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def in_texts(old: str, new: str, *languages: str) -> Edit:
    return _in_files("texts", ".toml", old, new, languages)


def in_rulebook(old: str, new: str, *languages: str) -> Edit:
    return _in_files("rulebook", ".md", old, new, languages)


def _in_files(place: str, ending: str, old: str, new: str, languages: tuple[str, ...]) -> Edit:
    def edit(folder: Path) -> None:
        for language in languages:
            file = folder / place / f"{language}{ending}"
            text = file.read_text(encoding="utf-8")
            assert old in text
            file.write_text(text.replace(old, new), encoding="utf-8")

    return edit


def in_record(change: Callable[[dict[str, Any]], object], name: str = "sweep") -> Edit:
    def edit(folder: Path) -> None:
        file = folder / "recorded" / f"{name}.json"
        plain = json.loads(file.read_text(encoding="utf-8"))
        change(plain)
        file.write_text(json.dumps(plain), encoding="utf-8")

    return edit


def tamper(plain: dict[str, Any]) -> None:
    """Turn the first card that Ada is dealt into another."""
    deal = next(event for event in plain["log"] if event.get("to") == [0])
    deal["result"][0] = (set(range(12)) - set(deal["result"])).pop()


def written(name: str, text: str) -> Edit:
    return lambda folder: (folder / name).write_text(text, encoding="utf-8")


DAMAGE: dict[str, tuple[Edit, set[str]]] = {
    "no German text": (in_texts('hand = "Deine Karten: {cards}"', "", "de"), {"texts", "board"}),
    "an empty text": (in_texts("Your cards: {cards}", "", "en"), {"texts"}),
    "other gaps": (in_texts("Tes cartes", "{count} cartes", "fr"), {"texts", "board"}),
    "a text that counts in one language": (
        in_texts('"Ein Stich war {worth} wert."', '{ one = "{worth}", other = "{worth}" }', "de"),
        {"texts", "board"},
    ),
    "an action without a label": (in_texts('pass = "Pass"\n', "", "en"), {"texts", "labels"}),
    "an ending without a text": (
        in_texts("\nsweep =", "\nunswept =", *LANGUAGES),
        {"labels", "playthroughs"},
    ),
    "a value without a text": (
        in_texts("quick-no", "quick-never", *LANGUAGES),
        {"labels"},
    ),
    "an option without a text": (
        in_texts("\nquick =", "\nquicker =", *LANGUAGES),
        {"labels", "playthroughs"},
    ),
    "a gap that nothing fills": (
        in_texts('pass = "{player}', 'pass = "{player} {card}', *LANGUAGES),
        {"labels"},
    ),
    "a refusal that is never met": (
        written("later.py", 'refused("not-yet", "hand")\n'),
        {"refusals"},
    ),
    "an anchor that is never met": (
        written("later.py", 'play.refused("not-in-hand", "attic", seat=1, count=2)\n'),
        {"refusals"},
    ),
    "a detail that is never given": (
        written("later.py", 'refused("not-in-hand", "hand", seat=1)\n'),
        {"refusals"},
    ),
    "no anchor in German": (in_rulebook('<a id="hand"></a>', "", "de"), {"rulebook", "refusals"}),
    "an anchor twice": (
        in_rulebook('<a id="trick"></a>', '<a id="trick"></a><a id="trick"></a>', *LANGUAGES),
        {"rulebook"},
    ),
    "an anchor of the house": (
        in_rulebook('<a id="trick">', '<a id="house-trick">', *LANGUAGES),
        {"rulebook"},
    ),
    "no rulebook": (
        lambda folder: (folder / "rulebook" / "fr.md").unlink(),
        {"rulebook", "refusals"},
    ),
    "a tampered draw": (in_record(tamper), {"recorded", "playthroughs"}),
    "an unfinished record": (
        in_record(lambda plain: plain.update(log=plain["log"][:-2])),
        {"recorded", "playthroughs"},
    ),
    "another version of the rules": (
        in_record(lambda plain: plain["header"].update(version=7)),
        {"recorded", "playthroughs"},
    ),
    "no match file": (written("recorded/sweep-2.json", "{}"), {"recorded"}),
    "a record under a wrong name": (
        lambda folder: (folder / "recorded" / "cards-out.json").rename(
            folder / "recorded" / "x.json"
        ),
        {"recorded"},
    ),
    "an ending without a record": (
        lambda folder: (folder / "recorded" / "cards-out.json").unlink(),
        {"recorded"},
    ),
    "a playthrough out of date": (
        lambda folder: (folder / "playthroughs" / "sweep.txt").write_text("Once upon a time"),
        {"playthroughs"},
    ),
    "a playthrough of nothing": (written("playthroughs/dream.txt", ""), {"playthroughs"}),
    "no playthrough": (lambda folder: shutil.rmtree(folder / "playthroughs"), {"playthroughs"}),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_folder_is_reported_by_the_checks_that_it_breaks_and_no_others(
    damage: Any, box: Any
) -> None:
    edit, checks = DAMAGE[damage]
    edit(box)
    assert reported(replace(GAME, folder=box), looking()) == checks


def test_every_check_has_a_toy_that_breaks_it() -> None:
    broken = [checks for _, checks in (*BOXES.values(), *DAMAGE.values())]
    assert set().union(*broken) == set(CHECKS)


def told(plain: dict[str, Any]) -> None:
    plain["header"]["commitment"] = ""


def test_a_told_match_needs_no_proof_but_counts_for_no_ending(box: Any) -> None:
    game = replace(GAME, folder=box)
    shutil.copy(box / "recorded" / "sweep.json", box / "recorded" / "worked-example.json")
    in_record(told, "worked-example")(box)
    in_record(tamper, "worked-example")(box)
    found = violations(game, only=["recorded"])
    assert [one.place for one in found] == ["recorded/worked-example.json"]
    assert "not-in-hand" in found[0].message  # the other cards cannot be laid any more

    shutil.copy(box / "recorded" / "sweep.json", box / "recorded" / "worked-example.json")
    in_record(told, "worked-example")(box)
    assert violations(game, only=["recorded"]) == []
    (box / "recorded" / "sweep.json").unlink()
    assert [one.message for one in violations(game, only=["recorded"])] == [
        "no recorded match ends by sweep"
    ]


def test_a_told_match_draws_only_what_chance_could_give(box: Any) -> None:
    def impossible(plain: dict[str, Any]) -> None:
        told(plain)
        plain["log"][1]["result"] = [7]

    in_record(impossible)(box)
    found = violations(replace(GAME, folder=box), only=["recorded"])
    assert [one.message for one in found] == [
        "event 1: this draw is not awaited",
        "no recorded match ends by sweep",
    ]


def test_rewrite_records_what_is_missing_and_writes_playthroughs_anew(box: Any) -> None:
    game = replace(GAME, folder=box)
    before = (box / "playthroughs" / "sweep.txt").read_text(encoding="utf-8")
    shutil.rmtree(box / "recorded")
    (box / "playthroughs" / "sweep.txt").write_text("Once upon a time", encoding="utf-8")
    assert {path.name for path in rewrite(game)} == {
        *("sweep.json", "cards-out.json", "sweep.txt", "checksums.txt")
    }
    assert violations(game, only=["recorded", "playthroughs", "versions"]) == []
    assert (box / "playthroughs" / "sweep.txt").read_text(encoding="utf-8") == before
    assert rewrite(game) == []


def test_rewrite_tells_which_ending_chance_never_brought(box: Any) -> None:
    (box / "recorded" / "cards-out.json").unlink()
    game = replace(GAME, folder=box)
    assert missing_endings(game) == ["cards-out"]
    rewrite(game, seeds=0)
    assert missing_endings(game) == ["cards-out"]
    rewrite(game)
    assert missing_endings(game) == []


def test_a_violation_says_where_to_look() -> None:
    (violation, *_) = violations(BOXES["SamplesForeignCards"][0], only=["sample"])
    assert str(violation) == (
        "sample: sample(1) returned Lay(card=99), which check refuses: not-in-hand\n"
        "    at seed 0, 2 seats, Options(hand=3, quick=False), after event 4"
    )
