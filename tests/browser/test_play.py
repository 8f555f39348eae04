"""Whole games of Word Bank in browsers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit
from tests.browser.listening import fallen, heard, hears, joys, listen
from tests.browser.screens import begin, made
from tests.browser.visitor import PATIENCE, Visitor
from tests.browser.wordbank import (
    choose_way,
    history,
    is_over,
    look,
    place,
    plan_word,
    play_turn,
    type_word,
    until,
    until_more,
    waits_for,
)
from tests.served import House

MOST_TURNS = 80
JOUER = re.compile("^Jouer à Word Bank")


def play_to_the_end(players: dict[int, Visitor]) -> None:
    """Each of these seats is somebody's; the others are bots."""
    anybody = next(iter(players.values()))
    for _ in range(MOST_TURNS):
        until(lambda: is_over(anybody) or any(seat in players for seat in waits_for(anybody)))
        if is_over(anybody):
            return
        seat = next(seat for seat in waits_for(anybody) if seat in players)
        play_turn(players[seat], seat)
    raise AssertionError("the game goes on and on")


def test_one_tap_and_a_newcomer_plays_with_bots_to_the_end(visit: Visit) -> None:
    """Gently, until a game was finished here. In the rematch the other one begins."""
    player = visit("phone", language="fr").open()
    player.press(JOUER)
    player.page.wait_for_url(re.compile("/table/"))
    expect(player.page.locator(".tray")).to_be_visible()
    calm = player.page.get_by_role("region", name="Une partie tranquille")
    expect(calm).to_contain_text("Malo est patient.")
    expect(calm).to_contain_text("L’arbitre prévient avant qu’un tour soit perdu. Vous commencez.")
    assert [seat["bot"] for seat in look(player)["table"]["seats"]] == [None, 1]
    play_turn(player, 0)
    expect(calm).to_have_count(0)
    play_to_the_end({0: player})
    player.sees(re.compile("(l’emporte|gagnez|partag)"))
    player.sees("à la revanche, c’est l’autre qui commence")
    first = player.table
    player.press("Revanche")
    player.page.wait_for_url(lambda url: first not in url)
    again = player.page.get_by_role("region", name="La revanche")
    expect(again).to_contain_text("Cette fois, Malo commence. À deux, qui commence gagne")
    expect(again).to_contain_text(re.compile(r"Parties gagnées\s: vous \d, Malo \d"))
    table = look(player)["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"], "colours are kept"
    assert sum(table["series"]) >= 1 and table["options"]["starter"] == 1
    until(lambda: 0 in waits_for(player))
    player.open()  # one's turn comes before the boxes
    turn = player.page.get_by_role("region", name=re.compile("c’est à vous$"))
    assert turn.get_by_role("link").bounding_box()["y"] < 400  # type: ignore[index]
    expect(player.page.get_by_text(re.compile("gagné, aujourd’hui"))).to_be_visible()
    player.press(JOUER)
    player.page.wait_for_url(re.compile("/table/"))
    until(lambda: len(look(player)["table"]["seats"]) == 3)  # the usual game, from now on


def test_an_unlucky_deal_is_made_again_and_a_device_is_shared_by_name(visit: Visit) -> None:
    player = visit("phone", name="Ada").open("/games/wordbank/new")
    seats = player.page.get_by_role("region", name="Who plays")
    rules = player.page.get_by_role("region", name="The rules")
    top = seats.bounding_box()["y"]  # type: ignore[index]
    assert top < rules.bounding_box()["y"], "who plays comes first"  # type: ignore[index]
    player.page.get_by_text("Pass and play").click()
    player.page.get_by_role("textbox", name="Name of player 2").fill("Grandma")
    player.page.route("**/api/tables", without_vowels)
    player.press("Begin")
    player.page.wait_for_url(re.compile("/table/"))
    player.sees("Grandma")
    unlucky = player.page.get_by_role("region", name="An unlucky deal")
    expect(unlucky).to_contain_text("There is not one vowel in the ring.")
    before = letters(player)
    unlucky.get_by_role("button", name="Deal again").click()  # all who play share this device
    until(lambda: letters(player) != before)
    play_turn(player, waits_for(player)[0])
    expect(unlucky).to_have_count(0)


def without_vowels(route: Route) -> None:
    wish: dict[str, Any] = json.loads(route.request.post_data or "{}")
    if wish:  # the shelf asks for tables at the same address
        wish["options"]["cards"] = [[letter, 3] for letter in "BCDFGHKLMNPRST"]
    route.continue_(post_data=json.dumps(wish) if wish else None)


def letters(player: Visitor) -> str:
    return "".join(safe["letter"] for safe in look(player)["views"][0]["seen"]["ring"])


def test_friends_play_in_browsers_of_their_own_to_the_end(visit: Visit, pictures: Path) -> None:
    host = visit("desk", name="Ada").open("/games/wordbank/new")
    wish = {
        "id": "friends",
        "game": "wordbank",
        "name": "Ada",
        "seats": ["me", "open", "open"],
        "options": {"language": "en", "referee": "dictionary"},
    }
    answer = host.page.request.post(
        host.url + "/api/tables", data=wish, headers={"Origin": host.url}
    )
    path = answer.json()["path"]
    host.open(path)
    friends = [visit("phone", name=name).open(path) for name in ("Blaise", "Clara")]
    for friend in friends:
        friend.press(re.compile("^(Sit|Take)"))
    start = host.page.get_by_role("button", name=re.compile("^(Start|Begin)"))
    expect(start).to_be_enabled()
    start.click()
    host.press("Wow")  # a face for the others, in the chat beside the board
    faces = [friend.page.locator(".seat .face") for friend in friends]
    expect(faces[0]).to_be_visible()
    friends[0].page.screenshot(path=pictures / "face-phone.png")
    for friend, face in zip(friends, faces, strict=True):
        expect(face).to_have_count(0)  # it has gone, and stays in the chat
        friend.press("Log and chat")
        expect(friend.page.get_by_role("listitem").filter(has_text="Wow")).to_contain_text("Ada")
        friend.page.screenshot(path=pictures / "faces-phone.png")
        friend.page.keyboard.press("Escape")
    play_to_the_end(dict(enumerate([host, *friends])))
    for visitor in (host, *friends):
        expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("win")


def test_when_the_house_is_killed_an_unsent_move_is_kept_and_played_once(
    visit: Visit, house: House
) -> None:
    player = visit("desk").open()
    for noise in ("ERR_", "WebSocket", "Failed to fetch", "Failed to load"):
        player.forgive(noise)
    player.press(re.compile("^Play Word Bank"))
    player.page.wait_for_url(re.compile("/table/"))
    until(lambda: 0 in waits_for(player))
    word = plan_word(player, 0)
    assert word is not None
    house.kill()
    lost = player.page.get_by_role("alert").filter(has_text="connection")
    expect(lost).to_be_visible()
    place(player)
    house.start()
    expect(lost).to_have_count(0, timeout=2 * PATIENCE)
    until(lambda: bool(history(player)))
    said = [turn["word"] for turn in history(player) if turn["seat"] == 0]
    assert said == [word], "played, and only once"


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    """From the shelf to the rematch: no pointer is ever used, and the focus is never nowhere."""
    player = visit("desk", language="de")
    listen(player)
    player.open()
    own = 0
    keyboard = player.page.keyboard
    focus_by_tab(player, re.compile("^Spielen: Word Bank"))
    keyboard.press("Enter")
    player.page.wait_for_url(re.compile("/table/"))
    for _ in range(MOST_TURNS):
        until(lambda: is_over(player) or 0 in waits_for(player))
        if is_over(player):
            break
        turns = len(history(player))
        word = type_word(player, 0)
        if word is None:
            focus_by_tab(player, re.compile("^Passen$"))
            keyboard.press("Enter")
            focus_by_tab(player, re.compile("passen"))
        else:
            if not own:  # whoever rests hears where it fits, and then what it does
                until(lambda: hears(player, "^[A-Z]+ passt: .* Steine?: "))
            choose_way(player)
            if not own:
                until(lambda: hears(player, "^(Rechts|Links).* in der Hand"))
        keyboard.press("Enter")
        until_more(player, turns)
        own += 1
    assert heard(player, "assertive").count("Du bist dran") == own
    assert fallen(player) == []
    assert joys(player) == [], "less motion is wanted"
    focus_by_tab(player, re.compile("Revanche"))
    first = player.table
    keyboard.press("Enter")
    player.page.wait_for_url(lambda url: first not in url)


def focus_by_tab(visitor: Visitor, name: re.Pattern[str]) -> None:
    """Press Tab until a control of this name has the focus, and see that it shows."""
    for _ in range(60):
        visitor.page.keyboard.press("Tab")
        control = visitor.page.locator(":focus")
        if control.count() and name.search(control.evaluate(NAME_OF) or ""):
            assert control.evaluate(SHOWS_FOCUS), f"{name.pattern}: no visible focus"
            return
    raise AssertionError(f"nothing called {name.pattern} can be reached by Tab")


NAME_OF = "node => node.getAttribute('aria-label') ?? node.textContent"
SHOWS_FOCUS = "node => getComputedStyle(node).outlineStyle !== 'none'"


def test_whoever_invites_says_a_name_first_and_is_you_to_nobody_else(visit: Visit) -> None:
    """To others whoever has no name is a guest; on their own screen they are “you” everywhere."""
    host = visit("phone").open("/games/wordbank/new")
    host.press("Open the table")
    host.sees("First enter your name, so that the others know who you are.")
    name = host.page.get_by_role("textbox", name="Your name at the table")
    expect(name).to_be_focused()
    name.fill("Mary")
    host.press("Open the table")
    host.page.wait_for_url(re.compile("/table/"))
    host.sees("Mary")
    alone, stranger = visit("desk"), visit("desk")
    begin(alone)
    stranger.open(f"/table/{alone.table}")
    for visitor, called in ((alone, "You"), (stranger, "Guest")):
        plates = visitor.page.get_by_role("complementary", name="Players").get_by_role("heading")
        expect(plates.first).to_contain_text(re.compile(f"^{called}"))
    expect(alone.page.get_by_text("Guest")).to_have_count(0)


def test_the_first_table_asks_once_whether_with_sound(visit: Visit) -> None:
    player = visit("phone", new=True)
    begin(player)
    question = player.page.get_by_role("region", name="With sound?")
    question.get_by_role("button", name="Yes").click()
    expect(question).to_have_count(0)
    assert player.page.evaluate("JSON.parse(localStorage.getItem('escale')).sound") is True
    player.page.reload()
    expect(player.page.locator("#tray")).to_be_visible()
    expect(question).to_have_count(0)


def test_the_longest_name_pushes_nothing_off_the_screen(visit: Visit) -> None:
    host = visit("phone")
    listen(host)
    host.open()
    host.open(made(host, seats=["me", "me", 1, 1, 1], name="W" * 20))
    for screen in ("gathering", "playing"):
        host.sees("W" * 20)
        width = host.page.evaluate("document.documentElement.clientWidth")
        assert host.page.evaluate("document.documentElement.scrollWidth") <= width == 390
        if screen == "gathering":
            host.page.locator(".dock .btn.go").click()
            expect(host.page.locator(".seats")).to_be_visible()
    assert fallen(host) == [], "the button that began went away with the lobby"
