"""The guided first game: led through three turns, on the real board, against patient bots."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from escale.cli.commands.new_game import new_game
from tests.browser import fort_screens, fortboyard, kreuzwort, wordbank
from tests.browser.conftest import Visit
from tests.browser.guide import begin, guide_here, is_guided, press, says, shown, slip, texts, told
from tests.browser.test_access import findings
from tests.browser.test_play import focus_by_tab
from tests.browser.visitor import SIZES, Visitor
from tests.browser.wordbank import look, until, waits_for
from tests.served import served

CONTEST = 0  # the place of that page in the guide of Kreuzwort-Pyramiden
KEYS, DIE, FOUR, NOTES = 0, 1, 5, 6  # and of these in that of the fort
TIGERS = "S" + "T" * 24 + "P" * 8  # a walk past sleeping tigers
LONGEST = 120  # seconds
SMALL = (360, 640)  # the least that every screen is made for


def test_three_turns_of_word_bank(visit: Visit) -> None:
    """With a phone; at a desk the guide is followed by keyboard, below."""
    said = texts("wordbank")
    player = visit("phone")
    begin(player, "wordbank")
    resize(player, SMALL)
    says(player, said["safes"])
    assert serious(player) == []
    press(player, "next")
    says(player, said["word"])
    assert wordbank.type_word(player, 0) is not None
    says(player, said["ways"])
    wordbank.choose_way(player)
    says(player, said["place"])
    wordbank.place(player)
    says(player, said["closing"])
    press(player, "next")
    says(player, said["stones"])
    goes_on_after_a_reload(player, said["stones"])
    press(player, "understood")
    expect(slip(player).get_by_role("button")).to_have_count(0)
    play_own_turn(player)
    says(player, said["once"])
    play_own_turn(player)
    ends_with_the_last_page(player)


def test_three_turns_of_kreuzwort_pyramiden(visit: Visit) -> None:
    said = texts("kreuzwort")
    player = visit("phone")
    begin(player, "kreuzwort")
    resize(player, SMALL)
    to_own_word(player)
    says(player, said["own"])
    press(player, "next")
    says(player, said["black"])
    goes_on_after_a_reload(player, said["black"])
    press(player, "next")
    says(player, said["word"])
    lay_a_word(player)
    says(player, said["announce"])
    announce(player)
    to_own_word(player)
    says(player, said["points"])
    assert serious(player) == []
    lay_a_word(player)
    announce(player)
    to_own_word(player)
    says(player, said["beneath"])
    lay_a_word(player)
    announce(player)
    ends_with_the_last_page(player)


def test_three_turns_of_the_fort(visit: Visit) -> None:
    """Nobody meets anything but sleeping tigers, so that they are short."""
    said = texts("fortboyard")
    player = visit("phone")
    begin(player, "fortboyard", plan=TIGERS)
    resize(player, SMALL)
    says(player, said["keys"])
    assert serious(player) == []
    press(player, "next")
    says(player, said["die"])
    goes_on_after_a_reload(player, said["die"])
    until(lambda: comes(player, said["last"]), LONGEST)
    assert {KEYS, DIE, FOUR, NOTES} <= {*shown(player)}
    ends_with_the_last_page(player)


def test_a_trial_of_the_fort_is_led_to(visit: Visit) -> None:
    """A page for what the square asks for: the fan of cards, and the card that was taken."""
    said = texts("fortboyard")
    player = visit("desk")
    fort_screens.fan(player)
    guide_here(player)
    says(player, said["keys"])
    press(player, "next")
    for page in ("fan", "card"):
        until(lambda page=page: comes(player, said[page]))
        says(player, said[page])
    assert serious(player) == []
    press(player, "enough")
    is_ended(player)


def comes(player: Visitor, page: str) -> bool:
    """Is this page there? Until it is, whatever the table asks for is done."""
    asked = player.page.get_by_role("button", name=fortboyard.GO).first.is_visible()
    player.page.wait_for_timeout(1_000)  # whoever reads does not throw at once
    if told(player) == page:
        return True
    if asked:
        fortboyard.take_part(player)
    return False


def test_by_keyboard_alone_and_ended_for_good(visit: Visit) -> None:
    """Escape only asks whether to end the guide; and what was ended stays so."""
    said = texts("wordbank", "de")
    player = visit("desk", language="de").open()
    keyboard = player.page.keyboard
    focus_by_tab(player, re.compile("^Probieren: Word Bank"))
    keyboard.press("Enter")
    player.page.wait_for_url(re.compile("/table/"))
    says(player, said["safes"])
    focus_by_tab(player, re.compile(f"^{said['next']}$"))
    keyboard.press("Enter")
    says(player, said["word"])
    keyboard.press("Enter")  # the button says now that this was understood
    expect(slip(player).get_by_role("button")).to_have_count(0)
    assert wordbank.plan_word(player, 0) is not None  # letters go to the board again
    says(player, said["place"])
    keyboard.press("Enter")
    says(player, said["closing"])
    focus_by_tab(player, re.compile(f"^{said['back']}$"))
    keyboard.press("Enter")
    says(player, said["place"])
    keyboard.press("Escape")
    says(player, said["end-question"])
    expect(player.page.get_by_role("button", name=said["go-on"])).to_be_focused()
    keyboard.press("Escape")
    says(player, said["place"])
    focus_by_tab(player, re.compile(f"^{said['enough']}$"))
    keyboard.press("Escape")
    keyboard.press("Shift+Tab")
    expect(player.page.get_by_role("button", name=said["end"], exact=True)).to_be_focused()
    keyboard.press("Enter")
    is_ended(player)


def test_a_game_without_a_guide_gets_the_one_of_the_house(browser: Browser, tmp_path: Path) -> None:
    games = new_game("lucky-cave", tmp_path)
    said = texts("")
    with served(tmp_path, environment={"ESCALE_GAMES": str(games)}) as house:
        player = Visitor(browser, house.url, "desk")
        begin(player, "lucky-cave")
        resize(player, SMALL)
        says(player, said["turn"])
        press(player, "next")
        says(player, said["tray"])
        press(player, "next")
        says(player, said["rules"])
        assert serious(player) == []
        press(player, "enough")
        is_ended(player)
        assert player.leave() == []


def resize(player: Visitor, size: tuple[int, int]) -> None:
    """A phone of another size; a desk stays as it is."""
    if player.touches:
        player.page.set_viewport_size({"width": size[0], "height": size[1]})


def serious(player: Visitor) -> list[str]:
    """On a phone of the usual size: on the smallest, cells of a board are smaller than fingers."""
    resize(player, SIZES["phone"])
    found = findings(player)
    resize(player, SMALL)
    return found


def goes_on_after_a_reload(player: Visitor, text: str) -> None:
    player.page.reload()
    says(player, text)


def ends_with_the_last_page(player: Visitor) -> None:
    said = texts("")
    says(player, said["last"])
    assert serious(player) == []
    for key in ("play-on", "to-shelf"):
        expect(slip(player).get_by_role("button", name=said[key], exact=True)).to_be_visible()
    press(player, "play-on")
    is_ended(player)
    assert look(player)["table"]["status"] == "playing"


def is_ended(player: Visitor) -> None:
    expect(slip(player)).to_have_count(0)
    player.page.reload()
    expect(player.page.locator(".play > main")).to_be_visible()
    player.page.wait_for_timeout(500)
    expect(slip(player)).to_have_count(0)
    assert not is_guided(player)


def play_own_turn(player: Visitor) -> None:
    until(lambda: 0 in waits_for(player))
    wordbank.play_turn(player, 0)


def to_own_word(player: Visitor) -> None:
    """Words of the other are accepted; the first time there is a page about it."""
    said = texts("kreuzwort")["contest"]
    while True:
        until(lambda: 0 in waits_for(player))
        asked = kreuzwort.contest(player, 0)
        if asked is None:
            return
        if CONTEST not in shown(player) or told(player) == said:
            says(player, said)
        kreuzwort.take_turn(player, 0)


def lay_a_word(player: Visitor) -> None:
    word = kreuzwort.think(player, 0)
    assert word is not None
    kreuzwort.plan(player, word)


def announce(player: Visitor) -> None:
    turns = len(wordbank.history(player))
    player.page.locator(".tray .btn.go").click()
    wordbank.until_more(player, turns)
