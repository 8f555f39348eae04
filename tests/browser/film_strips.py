"""A film strip of each game on a phone, for the documentation: moments of real games, side by side.

python -m tests.browser.film_strips     plays them, and writes docs/screenshots/film-GAME.webp

Look at every strip before it is committed: chance is in them, and other words are found each time.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from escale.games.fortboyard.rules.rules import State
from tests.browser import chromium, fort_screens, kreuzwort, wordbank
from tests.browser.fort_stories import SECRET, story
from tests.browser.fortboyard import bring
from tests.browser.screens import made
from tests.browser.visitor import HELD_STILL, PATIENCE, Visitor
from tests.nursery import nursery
from tests.served import served

SCREENSHOTS = Path(__file__).parents[2] / "docs" / "screenshots"
WIDTH, GAP = 260, 14  # pixels of a picture in the strip, and between two
STILL = 1500  # milliseconds until everything lies where it stays
TURNS = 3

Pace = Literal["fast", "instant"]
Come = Callable[[Pace], Visitor]
Film = Iterator[bytes]


def shot(visitor: Visitor) -> bytes:
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.wait_for_timeout(STILL)
    return visitor.page.screenshot()


def of_wordbank(come: Come) -> Film:
    yield from of_words(come("fast"), "wordbank", wordbank.plan_word, wordbank.place, starter=0)


def of_kreuzwort(come: Come) -> Film:
    def plan(visitor: Visitor, seat: int) -> str | None:
        word = kreuzwort.think(visitor, seat)
        if word is not None:
            kreuzwort.plan(visitor, word)
        return word

    def say(visitor: Visitor) -> None:
        visitor.page.locator("#tray .btn.go").click()

    yield from of_words(come("fast"), "kreuzwort", plan, say, referee="dictionary")


def of_words(
    player: Visitor,
    game: str,
    plan: Callable[[Visitor, int], str | None],
    say: Callable[[Visitor], None],
    **options: object,
) -> Film:
    """A ring or a board; a word on it; what the others did; the same later; the end."""
    player.open()
    wish = {"game": game, "seats": ["me", 1], "options": {"language": "en", **options}}
    player.open(made(player, start=True, **wish))
    own_turn(player)
    read_on(player)
    yield shot(player)
    for turn in range(TURNS):
        assert plan(player, 0) is not None
        if turn in (0, TURNS - 1):
            yield shot(player)
        played = len(wordbank.history(player))
        say(player)
        wordbank.until_more(player, played)
        own_turn(player)
        if turn == 0:
            expect(player.page.locator("#tray .recap.whole .go").first).to_be_visible()
            yield shot(player)
        read_on(player)
    while not wordbank.is_over(player):
        if plan(player, 0) is None:
            (wordbank.pass_turn if game == "wordbank" else kreuzwort.put_back)(player)
        else:
            played = len(wordbank.history(player))
            say(player)
            wordbank.until_more(player, played)
        own_turn(player)
        read_on(player)
    result = player.page.get_by_role("button", name="See the result")
    if result.count():
        result.click()
    yield shot(player)


def own_turn(player: Visitor) -> None:
    wordbank.until(
        lambda: wordbank.is_over(player) or 0 in wordbank.waits_for(player), 2 * PATIENCE / 1000
    )
    player.page.wait_for_timeout(STILL)


def read_on(player: Visitor) -> None:
    slip = player.page.locator("#tray .recap.whole .go")
    while slip.count():
        slip.first.click()
        player.page.wait_for_timeout(STILL / 5)


def of_fortboyard(come: Come) -> Film:
    for wanted in (fort_screens.is_turn, fort_screens.is_fan, is_riddle, fort_screens.is_race):
        visitor = come("instant")
        bring(story(wanted, plan="", trials="table", language="en"), visitor)
        yield shot(visitor)
        visitor.context.close()
    visitor = come("instant")
    fort_screens.over(visitor)
    yield shot(visitor)


def is_riddle(state: State) -> bool:
    """With an hourglass that runs, and all three on their ways."""
    return fort_screens.is_answer(state) and len(set(state.pawns)) == len(state.pawns)


FILMS: dict[str, Callable[[Come], Film]] = {
    "wordbank": of_wordbank,
    "kreuzwort": of_kreuzwort,
    "fortboyard": of_fortboyard,
}


def strip(pictures: list[bytes]) -> Image.Image:
    opened = [Image.open(io.BytesIO(one)).convert("RGB") for one in pictures]
    height = round(WIDTH * opened[0].height / opened[0].width)
    whole = Image.new("RGB", (len(opened) * (WIDTH + GAP) - GAP, height), "white")
    for number, one in enumerate(opened):
        small = one.resize((WIDTH, height), Image.Resampling.LANCZOS)
        whole.paste(small, (number * (WIDTH + GAP), 0))
    return whole


@contextmanager
def visits() -> Iterator[Come]:
    """To a house whose secret is known, so that stories of the fort can be brought."""
    secret = {"PYTHONPATH": str(Path(__file__).parent / "known_secret"), "KNOWN_SECRET": SECRET}
    found = chromium.install()
    if found is None:
        sys.exit(chromium.LOUD)
    with (
        TemporaryDirectory() as folder,
        nursery(secret) as born,
        served(Path(folder), born=born) as house,
        sync_playwright() as playing,
    ):
        expect.set_options(timeout=PATIENCE)
        browser: Browser = playing.chromium.launch(
            executable_path=found, args=["--disable-gpu", "--no-sandbox"]
        )

        def come(pace: Pace) -> Visitor:
            visitor = Visitor(browser, house.url, "phone", name="Ada", pace=pace)
            visitor.context.add_init_script(HELD_STILL)
            return visitor

        yield come
        browser.close()


def main() -> None:
    with visits() as come:
        for game, film in FILMS.items():
            strip([*film(come)]).save(SCREENSHOTS / f"film-{game}.webp", quality=88, method=6)
            print(SCREENSHOTS / f"film-{game}.webp")  # noqa: T201


if __name__ == "__main__":
    main()
