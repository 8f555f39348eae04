"""The page's proof of chance (web/proof/proof.ts) against `escale verify`, and forged matches."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from typing import Any

from escale.core.chance import ChanceRequest, Draw, Oracle, Pick, Roll, commitment, pledge
from escale.core.codec import to_plain
from escale.core.epoch import recommitted
from escale.core.match import Match, Player
from escale.core.play import Players
from escale.core.proof import verify
from escale.core.secrecy import view
from escale.games import replay
from escale.games.arena import seeded_key
from escale.games.matchfile import at_start, from_json, read, to_json
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Options, Pass
from tests.page.node import ROOT, needs_node, run

pytestmark = needs_node

RECORDED = sorted((ROOT / "src/escale/games/wordbank/recorded").glob("*.json"))

Plain = dict[str, Any]
Case = tuple[Plain, list[list[Any]]]


def case(text: str) -> Case:
    """A match file as the page gets it, and what the replay says that chance was asked in it."""
    frames = replay.steps(*from_json(text), "en")
    questions = [[frame["event"] - 1, frame["chance"]] for frame in frames if frame["chance"]]
    return json.loads(text), questions


@cache
def salted() -> str:
    """A short match in which both seats take part in chance."""
    secret, salts = seeded_key("secret"), (seeded_key("one"), seeded_key("two")[:32])
    players = [Player(f"Zoé {salt[0]}", "person", pledge(salt)) for salt in salts]
    options = Options(language="en")
    match = Match(GAME.rules(options), GAME.header("salted-1", options, players, secret), secret)
    for seat, salt in enumerate(salts):
        match.extend(_allowed(match.salt(seat, salt)))
    match.extend(match.begin())
    while isinstance(awaits := match.awaits, Players):
        match.extend(_allowed(match.act(awaits.seats[0], Pass(), match.now + 10)))
    assert view(match.state, 0).seen.hands == (20, 20)
    return to_json(match.record)


def _allowed(events: Any) -> Any:
    assert isinstance(events, tuple), events
    return events


def proved(*cases: Case) -> list[list[Plain]]:
    """What the page finds in each: the same with the browser's digests and with its own."""
    asked = [{"file": file, "questions": questions} for file, questions in cases]
    answers = run("prove.mjs", asked)
    for by_browser, by_hand in answers:
        assert by_browser == by_hand
    return [by_browser for by_browser, _ in answers]


def reasons(findings: list[Plain]) -> list[str]:
    return [finding["reason"] for finding in findings if finding["reason"]]


def test_recorded_matches_are_proved_as_in_python() -> None:
    for path, findings in zip(
        RECORDED, proved(*(case(path.read_text("utf-8")) for path in RECORDED)), strict=True
    ):
        game, record = read(path)
        there = verify(at_start(game, record.header).rules, record)
        if there.over:
            assert reasons(findings) == [], path.name
            draws = [one for one in findings if one["about"] == "draw"]
            assert len(draws) == there.draws > 0
            assert all(one["drawn"] == one["computed"] for one in draws)
        else:
            assert reasons(findings) == ["secret-not-revealed"], path.name
    assert len(RECORDED) >= 10


def test_salts_are_proved() -> None:
    (findings,) = proved(case(salted()))
    assert reasons(findings) == []
    assert [one["about"] for one in findings][:3] == ["secret", "salt", "salt"]


def test_what_was_taken_back_stands_no_longer() -> None:
    options = Options(language="en", starter=0)
    players = [Player("Ada"), Player("Bob")]
    secret = seeded_key("back")
    match = Match(GAME.rules(options), GAME.header("back", options, players, secret), secret)
    match.extend(match.begin())
    for seat in (0, 1):
        match.extend(_allowed(match.act(seat, Pass(), match.now)))
    match.extend(_allowed(match.rewind(len(match.log) - 1)))
    match.extend(_allowed(match.resign(1)))
    frames = list(replay.steps(GAME, match.record, "en"))
    assert [one["stands"] for one in frames] == [True, True, True, False, False, True, True]
    assert frames[2]["seen"] == frames[4]["seen"] != frames[3]["seen"]
    (findings,) = proved(case(to_json(match.record)))
    assert reasons(findings) == []


def test_every_kind_of_question() -> None:
    """Also those with many numbers thrown away, and with more numbers than a block has."""
    asks: list[ChanceRequest] = [
        Roll(30),
        Roll(4, 2**31 + 1),
        Pick(3 * 2**30 + 1),
        Pick(1),
        Draw(52, 52),
    ]
    asks += [Draw(0, 9), Draw(40, 300), Roll(2, 2**32), Pick(7), Roll(1, 20)]
    secret, match = seeded_key("all"), "all-kinds"
    oracle = Oracle(secret, match, ("", ""))
    log = [
        {"kind": "Drawn", "result": list(oracle.answer(ask, place)), "to": None, "at": place}
        for place, ask in enumerate(asks)
    ]
    log.append({"kind": "Revealed", "secret": secret, "at": len(asks)})
    players = [{"name": name, "role": "person", "pledge": ""} for name in "AB"]
    header = {"match": match, "players": players, "commitment": commitment(secret)}
    file = {"format": "escale match 1", "header": header, "log": log}
    questions = [[place, to_plain(ask)] for place, ask in enumerate(asks)]
    (findings,) = proved((file, questions))
    assert reasons(findings) == []
    assert len([one for one in findings if one["about"] == "draw"]) == len(asks)


def first(file: Plain, kind: str) -> Plain:
    event: Plain = next(event for event in file["log"] if event["kind"] == kind)
    return event


def change_card(file: Plain) -> None:
    drawn = first(file, "Drawn")["result"]
    drawn[0], drawn[1] = drawn[1], drawn[0]


def other_secret(file: Plain) -> None:
    first(file, "Revealed")["secret"] = seeded_key("another")


def other_salt(file: Plain) -> None:
    first(file, "Salted")["salt"] = seeded_key("another")


def other_salt_and_pledge(file: Plain) -> None:
    other_salt(file)
    file["header"]["players"][0]["pledge"] = pledge(seeded_key("another"))


def secret_and_commitment(file: Plain) -> None:
    other_secret(file)
    file["header"]["commitment"] = commitment(seeded_key("another"))


def other_match(file: Plain) -> None:
    file["header"]["match"] += "x"


def swap_names(file: Plain) -> None:
    one, other = file["header"]["players"]
    one["name"], other["name"] = other["name"], one["name"]


def bind_again(forge: Callable[[Plain], None]) -> Callable[[Plain], None]:
    """Also forge the text that the draws depend on."""

    def forged(file: Plain) -> None:
        forge(file)
        header = {key: value for key, value in file["header"].items() if key != "bound"}
        file["header"]["bound"] = json.dumps(header, ensure_ascii=False, separators=(",", ":"))

    return forged


def hide_names(file: Plain) -> None:
    """Only options can be hidden."""
    said = json.loads(file["header"]["bound"])
    said["players"][0]["name"] = {"kind": "Hidden"}
    file["header"]["bound"] = json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def unbind(file: Plain) -> None:
    file["header"]["bound"] = ""


def drop_draw(file: Plain) -> None:
    file["log"].remove(first(file, "Drawn"))


def drop_salt(file: Plain) -> None:
    file["log"][0] = {"kind": "Resigned", "seat": 0, "at": 0}


def salt_late(file: Plain) -> None:
    file["log"][0], file["log"][2] = file["log"][2], file["log"][0]


def keep_secret(file: Plain) -> None:
    file["log"].pop()


def secret_first(file: Plain) -> None:
    file["log"].append({"kind": "Acted", "seat": 0, "action": {"kind": "Pass"}, "at": 10**6})


def turn_back_time(file: Plain) -> None:
    file["log"][-2]["at"] = 0


def not_a_match(file: Plain) -> None:
    file["format"] = "something else"


FORGED: dict[Callable[[Plain], None], str] = {
    change_card: "draw-not-proved",
    other_secret: "secret-breaks-commitment",
    secret_and_commitment: "header-changed",
    bind_again(secret_and_commitment): "draw-not-proved",
    other_salt: "salt-breaks-pledge",
    other_salt_and_pledge: "header-changed",
    bind_again(other_salt_and_pledge): "draw-not-proved",
    other_match: "header-changed",
    bind_again(other_match): "draw-not-proved",
    swap_names: "header-changed",
    bind_again(swap_names): "draw-not-proved",
    hide_names: "header-changed",
    unbind: "draw-not-proved",
    drop_draw: "draw-missing",
    drop_salt: "drawn-before-all-salts",
    salt_late: "salt-too-late",
    keep_secret: "secret-not-revealed",
    secret_first: "secret-told-too-early",
    turn_back_time: "time-runs-backwards",
    not_a_match: "no-match-file",
}


def test_forged_matches_are_found_out() -> None:
    cases = [deepcopy(case(salted())) for _ in FORGED]
    for forge, (file, _) in zip(FORGED, cases, strict=True):
        forge(file)
    for (forge, reason), findings in zip(FORGED.items(), proved(*cases), strict=True):
        assert reason in reasons(findings), forge.__name__


@cache
def brought() -> str:
    """A match that was handed over after a move, and brought by Cy."""
    options, secret, again = Options(language="en"), seeded_key("before"), seeded_key("after")
    players = (Player("Ada", "person", pledge(seeded_key("one"))), Player("Bob", "bot:1"))
    rules = GAME.rules(options)
    match = Match(rules, GAME.header("brought-1", options, players, secret), secret)
    match.extend(match.unsalt())
    match.extend(match.begin())
    while isinstance(awaits := match.awaits, Players) and len(match.log) < 6:
        match.extend(_allowed(match.act(awaits.seats[0], Pass(), match.now + 10)))
    record = match.record.handed_over()
    seated = (Player("Cy", "person", pledge(seeded_key("two"))), Player("Bob", "bot:1"))
    begins = recommitted(record.header, again, seated, "Cy", match.now)
    match = Match(rules, record.header, again, [*record.log, begins])
    match.extend(_allowed(match.salt(0, seeded_key("two"), match.now)))
    while isinstance(awaits := match.awaits, Players):
        match.extend(_allowed(match.act(awaits.seats[0], Pass(), match.now + 10)))
    assert verify(rules, match.record)
    return to_json(match.record)


def test_a_brought_match_is_proved_in_its_parts() -> None:
    (findings,) = proved(case(brought()))
    assert reasons(findings) == []
    assert [one["by"] for one in findings if one["about"] == "brought"] == ["Cy"]
    salts = [(one["name"], one["salted"]) for one in findings if one["about"] == "salt"]
    assert salts == [("Ada", False), ("Cy", True)]


def keep_the_old_secret(file: Plain) -> None:
    file["log"] = [one for one in file["log"] if one["kind"] != "Recommitted"]


def other_bringer(file: Plain) -> None:
    first(file, "Recommitted")["by"] = "Eve"


def never_handed_over(file: Plain) -> None:
    file["log"] = [one for one in file["log"] if one["kind"] != "HandedOver"]


def test_forged_parts_are_found_out() -> None:
    forged: dict[Callable[[Plain], None], str] = {
        keep_the_old_secret: "not-recommitted",
        other_bringer: "header-changed",
        never_handed_over: "secret-breaks-commitment",
    }
    cases = [deepcopy(case(brought())) for _ in forged]
    for forge, (file, _) in zip(forged, cases, strict=True):
        forge(file)
    for (forge, reason), findings in zip(forged.items(), proved(*cases), strict=True):
        assert reason in reasons(findings), forge.__name__


def test_a_device_finds_out_that_the_house_exchanged_its_secret() -> None:
    """The file alone is perfect: the house chose another secret when it knew the salts."""
    file, questions = case(salted())
    made, salt = file["header"]["players"][0]["pledge"], first(file, "Salted")["salt"]
    seen = sha256(file["header"]["bound"].encode()).hexdigest()
    for terms, expected in ((seen, []), ("ab" * 32, ["own-salt-changed"])):
        own = {made: {"salt": salt, "terms": terms}}
        ((findings, _),) = run("prove.mjs", [{"file": file, "questions": questions, "own": own}])
        assert reasons(findings) == expected
        assert [one["own"] for one in findings if one["about"] == "salt"] == [not expected, False]


def test_a_draw_that_nobody_asked_for_is_found_out() -> None:
    file, questions = case(salted())
    (findings,) = proved((file, questions[1:]))
    assert reasons(findings) == ["draw-not-awaited"]
