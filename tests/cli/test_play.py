"""`escale play`, driven by lines that a person could type."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from escale.cli.terminal.seating import Place, begin
from escale.cli.terminal.texts import load_texts
from escale.core.match import fold
from escale.core.proof import verify
from escale.games import matchfile
from escale.games.registry import load_game
from escale.games.wordbank.rules.pieces import Options
from tests.cli.commands import Ended, Person, escale

CARDS = tuple((letter, 2) for letter in "CBAOSNFERT")
CAR = "car 1 h 3\n\n"
PASS = "/p\no\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return table(tmp_path)


def table(folder: Path, *names: str, bots: int = 0, **options: Any) -> Path:
    """A match in `a.json`. Two people have the ring C R A E B N T, two spaces each; Ben begins."""
    game = load_game("wordbank")
    chosen = Options(**{"language": "fr", "starter": 1, "cards": CARDS, **options})
    places = tuple(Place("person", name) for name in names or ("Ana", "Ben"))
    places += (Place("bot:1", "Bot"),) * bots
    matchfile.write(folder / "a.json", begin(game, chosen, places, seed=35).record)
    return folder


def play(folder: Path, typed: str = "") -> Ended:
    return escale("play", "--resume", "a.json", typed=typed, folder=folder)


def log_of(path: Path) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["log"]
    return [{name: value for name, value in event.items() if name != "at"} for event in log]


@pytest.mark.parametrize(
    ("language", "prompt"), [("fr", "Votre mot"), ("en", "Your word"), ("de", "Dein Wort")]
)
def test_three_languages_start(language: str, prompt: str, tmp_path: Path) -> None:
    ended = escale(
        "play", "wordbank", "--seats", "you,you", "--language", language, folder=tmp_path
    )
    assert ended.code == 0 and ended.err == ""
    assert prompt in ended.out


def test_a_whole_game_against_a_bot_can_be_played_again(tmp_path: Path) -> None:
    logs = []
    for name in ("one.json", "two.json"):
        ended = escale(
            *("play", "wordbank", "--seats", "you:Ana,bot:1", "--language", "fr"),
            *("--seed", "3", "--save", name, "--plain"),
            typed=PASS * 40,
            folder=tmp_path,
        )
        assert ended.code == 0, ended.err
        assert f"escale verify {name}" in ended.out
        assert re.search("gagnez?", ended.out)
        assert "Vous passez." in ended.out, "alone at the keyboard you are “you”"
        assert "Ana" not in ended.out
        logs.append(log_of(tmp_path / name))
    assert logs[0] == logs[1]
    assert logs[0][-1]["kind"] == "Revealed"
    game, record = matchfile.read(tmp_path / "one.json")
    assert verify(game.rules(record.header.options), record)


def test_a_word_shows_its_ways_and_what_will_happen(folder: Path) -> None:
    out = play(folder, "crabe\n\n\n").out
    assert re.search(r"1 +↻ C₁ R₂ A₃ E₄ +4 pierres", out)
    assert "Poser 4 pierres\u00a0: ↻ C₁ R₂ A₃ E₄. Il vous restera 16 pierres en main." in out
    assert "● Ben annonce CRABE\u00a0: ↻ C R A E, 4 pierres." in out


def test_a_safe_that_would_close_is_named_before(folder: Path) -> None:
    out = play(folder, CAR + "cran 1 h 3\n\n").out
    assert "C se ferme\u00a0: 1 pierre à vous en sûreté, et 1 aux autres." in out
    assert "Fermés\u00a0: C A" in out


def test_a_smaller_set_by_letters_or_numbers_and_a_step_back(folder: Path) -> None:
    out = play(folder, "crabe\nac\nb\n5 1\nb\nz z\nb\n" + CAR).out
    assert "Poser 2 pierres\u00a0: ↻ C₁ A₃." in out
    assert "Poser 2 pierres\u00a0: ↻ C₁ B₅." in out
    assert "Le mot ne peut pas poser de pierres ainsi" in out
    assert "Ben annonce CAR\u00a0: ↻ C A, 2 pierres." in out


def test_cards_that_a_word_does_not_reach_are_said_at_once(folder: Path) -> None:
    out = play(folder, "car 1 h 2 3\ncar 9 h\nzoo\n").out
    assert "CAR n’atteint pas ces coffres" in out
    assert "MOT 1 a 4 3" in out
    assert "Aucun coffre ne porte la lettre Z" in out


def test_nothing_tells_whether_a_word_is_valid_before_it_is_announced(folder: Path) -> None:
    real, invented = (play(folder, f"{word}\n\n").out for word in ("carpe", "carxe"))
    assert "annoncer CARPE" in real
    assert invented == real.replace("carpe", "carxe").replace("CARPE", "CARXE")


def test_an_announced_word_that_is_none_loses_the_turn_with_reason_and_rule(folder: Path) -> None:
    out = play(folder, "carxe\n\n\n").out
    assert "n’est pas dans le dictionnaire" in out
    assert "Livret\u00a0: Tout mot du dictionnaire" in out
    assert "Ana, c’est à vous" in out


def test_a_friendly_referee_refuses_and_lets_the_player_try_again(tmp_path: Path) -> None:
    out = play(table(tmp_path, referee="friendly"), f"carxe\n\n\n{CAR}").out
    assert "n’est pas dans le dictionnaire" in out
    assert "Ben annonce CAR" in out
    assert "annulé" not in out


C_RING: dict[str, Any] = {"starter": 0, "cards": (("C", 9),) * 7}
CHANT = "chanter 1 h\n\n"
CHANSON = "chanson 2 h\n\n"


@pytest.mark.parametrize("referee", ["dictionary", "friendly"])
def test_a_refusal_because_of_a_family_says_why(referee: str, tmp_path: Path) -> None:
    folder = table(tmp_path, referee=referee, **C_RING)
    out = play(folder, CHANT + "chantions 2 h\n\n").out
    assert "CHANTIONS est une forme de CHANTER." in out
    assert ("!\u00a0: pas d’accord, demander aux autres" in out) == (referee == "friendly")


def test_the_others_overrule_a_family_in_the_terminal(tmp_path: Path) -> None:
    folder = table(tmp_path, "Ana", "Ben", "Cleo", referee="friendly", **C_RING)
    out = play(folder, CHANT + CHANSON + "!\n" + "\na\n" * 2).out
    assert "Ben demande l’avis des autres" in out
    assert "La table a donné tort à l’arbitre\u00a0: CHANSON et CHANTER" in out


def test_without_the_others_another_word_is_typed(tmp_path: Path) -> None:
    folder = table(tmp_path, "Ana", "Ben", "Cleo", referee="friendly", **C_RING)
    votes = "\na\n\nc\n"
    out = play(folder, CHANT + CHANSON + "!\n" + votes + CHANSON + "coq 2 h\n\n").out
    assert "Les autres ont donné raison à l’arbitre" in out
    assert out.count("pas d’accord") == 1  # once in a turn
    assert "Ben annonce COQ" in out


def test_bots_do_not_object_and_the_terminal_says_so(tmp_path: Path) -> None:
    folder = table(tmp_path, "Ana", referee="friendly", bots=1, **C_RING)
    out = play(folder, CHANT + CHANSON + "!\n").out
    assert "vous jouez seul avec des robots, ils ne s’y opposent pas" in out
    assert "La table a donné tort à l’arbitre\u00a0: CHANSON et CHANTER" in out


def test_a_used_word_names_its_player(folder: Path) -> None:
    out = play(folder, CAR + CAR).out.replace("\u00a0", " ").lower()
    assert "ben a annoncé « car » au tour 1" in out


def test_undo_asks_the_other_person_and_takes_back(folder: Path) -> None:
    before = len(log_of(folder / "a.json"))
    out = play(folder, CAR + PASS + "/u\nn\n/u\no\n").out
    assert "Ana n’est pas d’accord" in out
    assert "Coup repris." in out
    assert log_of(folder / "a.json")[-1] == {"kind": "Rewound", "to": before}


def test_undo_is_refused_across_a_draw_and_where_there_is_nothing(folder: Path) -> None:
    out = play(folder, f"/u\n{CAR}cran 1 h 3\n\n/u\n").out
    house = load_texts(None, "fr")
    assert house("refusals.nothing-to-take-back") in out
    assert "Trop tard\u00a0: un nouveau coffre a été retourné" in out


def test_an_unlucky_deal_is_made_again_if_the_other_person_agrees(tmp_path: Path) -> None:
    folder = table(tmp_path, cards=tuple((letter, 2) for letter in "BCDFGHKLMN"))
    before = log_of(folder / "a.json")
    out = play(folder, "/redistribuer\nn\n").out
    assert "C’est une mauvaise donne\u00a0: /redistribuer en demande une autre." in out
    assert "Ana n’est pas d’accord" in out
    assert log_of(folder / "a.json") == before
    assert "On a redistribué." in play(folder, "/redistribuer\n\n").out
    kinds = [event["kind"] for event in log_of(folder / "a.json")]
    assert kinds[-3:] == ["Drawn", "Rewound", "Drawn"]
    assert "refus" not in play(folder, PASS).out
    game, record = matchfile.read(folder / "a.json")
    assert verify(game.rules(record.header.options), record)


def test_passing_is_asked_twice_and_an_empty_line_keeps_the_turn(folder: Path) -> None:
    before = log_of(folder / "a.json")
    play(folder, "/p\n\n/p\nb\n")
    assert log_of(folder / "a.json") == before
    play(folder, f"/p\n{CAR}")
    assert log_of(folder / "a.json")[len(before)]["action"]["kind"] == "Announce", "typed instead"


def test_giving_up_is_asked_twice_and_ends_a_game_of_two(folder: Path) -> None:
    out = play(folder, "/abandonner\n\n/abandonner\no\n").out
    assert out.count("vous ne pourrez plus gagner") == 2
    assert "Ben abandonne." in out
    assert "La partie est finie" in out
    assert "Ana gagne." in out
    log = log_of(folder / "a.json")
    assert log[-2] == {"kind": "Resigned", "seat": 1}
    assert log[-1]["kind"] == "Revealed"
    assert escale("verify", "a.json", folder=folder).code == 0


def test_a_bot_plays_on_for_who_gave_up(tmp_path: Path) -> None:
    table(tmp_path, "Ana", "Ben", "Cleo")
    out = play(tmp_path, "/resign\no\n" + PASS * 2).out
    assert out.count("Ben, c’est à vous") == 1
    assert "Cleo, c’est à vous" in out
    who = [(event["kind"], event.get("seat")) for event in log_of(tmp_path / "a.json")]
    gave_up = who.index(("Resigned", 1))
    assert [seat for kind, seat in who[gave_up:] if kind == "Acted"] == [1, 2, 0, 1]
    again = play(tmp_path, "/histoire\n").out
    assert "Ben abandonne." in again
    assert "Cleo, c’est à vous" in again


def test_save_and_resume_go_on_with_the_same_table(folder: Path) -> None:
    first = play(folder, CAR + "/save kept.json\n/q\n")
    assert "escale play --resume kept.json" in first.out
    before = log_of(folder / "kept.json")
    second = escale("play", "--resume", "kept.json", typed=PASS, folder=folder)
    assert second.code == 0, second.err
    assert "CAR  ↻ C A" in second.out
    after = log_of(folder / "kept.json")
    assert after[: len(before)] == before
    assert after[len(before) :] == [{"kind": "Acted", "seat": 0, "action": {"kind": "Pass"}}]


def test_the_end_of_input_keeps_the_match_and_says_where(tmp_path: Path) -> None:
    for number in (1, 2):  # the same match again does not take the place of the first
        ended = escale("play", "wordbank", "--seats", "you,you", "--seed", "1", folder=tmp_path)
        assert ended.code == 0 and ended.err == ""
        kept = [path.name for path in tmp_path.glob("wordbank-*.json")]
        assert len(kept) == number
        assert any(f"escale play --resume {name}" in ended.out for name in kept)


def test_quit_offers_to_save(tmp_path: Path) -> None:
    ended = escale("play", "wordbank", "--seats", "you,you", typed="/q\nn\n", folder=tmp_path)
    assert "Save the match" in ended.out
    assert list(tmp_path.iterdir()) == []


def test_help_rules_and_history(folder: Path) -> None:
    out = play(folder, f"{CAR}aide\n\n/règles sûreté\n/histoire\n/rules zzz\n").out
    assert "/quitter" in out
    assert "quand son coffre se ferme" in " ".join(out.split())
    assert out.count("Ben annonce CAR") == 2
    assert "zzz" in out


def test_a_command_may_also_be_a_password(tmp_path: Path) -> None:
    out = play(table(tmp_path, language="en"), "board\nw\n").out
    assert re.search(r"1 +. B₅", out.split("the word BOARD")[1])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("nogame",), "nogame"),
        (("wordbank", "--seats", "you,bot:9"), "bot:9"),
        (("wordbank", "--seats", "you,you,you,you,you,you"), "2 to 5"),
        (("wordbank", "--seats", "you,cat"), "cat"),
        (("wordbank", "--seats", "you:A,bot:1:A"), "'A'"),
        (("wordbank", "--option", "colour=red"), "colour"),
        (("wordbank", "--option", "referee=king"), "referee"),
        (("wordbank", "--option", "starter=4"), "starter"),
        (("wordbank", "--save", "no/such/folder/x.json"), "no/such/folder"),
        (("--resume", "missing.json"), "missing.json"),
        ((), "game"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: tuple[str, ...], named: str) -> None:
    ended = escale("play", *arguments)
    assert ended.code == 2
    assert ended.err.count("\n") == 1 and named in ended.err
    assert ended.out == ""


def test_a_corrupted_file_is_refused_in_one_line(folder: Path) -> None:
    play(folder, CAR)
    whole = (folder / "a.json").read_text(encoding="utf-8")
    broken = {
        "half.json": whole[: len(whole) // 2],
        "draw.json": re.sub(r'"result": \[\d', '"result": [7', whole, count=1),
        "word.json": whole.replace('"start": 0', '"start": 9'),
        "secret.json": re.sub(r',\s*"secret": "\w+"', "", whole),
        "players.json": whole.replace('"person"', '"bot:9"', 1),
    }
    for name, text in broken.items():
        (folder / name).write_text(text, encoding="utf-8")
        ended = escale("play", "--resume", name, folder=folder)
        assert (ended.code, ended.err.count("\n")) == (2, 1), (name, ended.err)
        assert name in ended.err


def test_a_file_that_exists_is_not_written_over(folder: Path) -> None:
    (folder / "mine.json").write_text("mine", encoding="utf-8")
    assert escale("play", "wordbank", "--save", "mine.json", folder=folder).code == 2
    assert play(folder, "/save mine.json\n").code == 0
    assert (folder / "mine.json").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_control_c_and_control_d_never_lose_the_match(key: str, folder: Path) -> None:
    with Person("play", "--resume", "a.json", folder=folder) as person:
        person.waits_for("Votre mot")
        person.types("car 1 h 3\n")
        person.waits_for("annoncer CAR")
        person.types("\n")
        person.waits_for("Votre mot")
        person.presses_until(key, "--resume a.json")
        assert person.leaves() == 0
        assert "Traceback" not in person.seen
        assert log_of(folder / "a.json")[-1]["action"]["word"] == "car"


def test_time_runs_out_at_a_terminal(tmp_path: Path) -> None:
    table(tmp_path, turn_seconds=1)
    with Person("play", "--resume", "a.json", folder=tmp_path) as person:
        person.waits_for("est écoulé")
        person.waits_for("Votre mot")
        person.presses_until("\x04", "--resume")
        assert person.leaves() == 0


def test_votes_are_cast_on_a_screen_of_their_own(tmp_path: Path) -> None:
    table(tmp_path, "Ana", "Ben", "Cleo", language="de", referee="table", starter=0)
    _, record = matchfile.read(tmp_path / "a.json")
    first = fold(
        load_game("wordbank").rules(record.header.options), record.header, record.log
    ).ring[0]
    with Person("play", "--resume", "a.json", folder=tmp_path) as person:
        person.waits_for("Dein Wort")
        person.types(f"{first.letter}xx 1 u\n")
        person.waits_for("ansagen")
        person.types("\n")
        for voter in ("Ben", "Cleo"):
            person.waits_for(f"{voter}, dr")
            person.types("\n")
            person.waits_for("Einspruch ›")
            person.types("e\n")
        person.waits_for("2 Stimmen dagegen")
        person.waits_for("Dein Wort")
        assert person.seen.count("\x1b[?1049h") == person.seen.count("\x1b[?1049l") == 2
        person.presses_until("\x04", "--resume")
        assert person.leaves() == 0
