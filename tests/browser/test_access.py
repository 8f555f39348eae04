"""For all: nothing that axe calls serious, nothing cut off, in every size and light."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.screens import SCREENS, begin
from tests.browser.visitor import SIZES, Light, Size, Visitor

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LOOKS: tuple[tuple[Size, Light], ...] = (("phone", "day"), ("desk", "night"))
WANTED = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def findings(visitor: Visitor) -> list[str]:
    """What axe calls serious or critical, in a line each."""
    visitor.page.evaluate(AXE.read_text("utf-8"))
    told = visitor.page.evaluate(
        "wanted => axe.run(document, {runOnly: {type: 'tag', values: wanted}})", WANTED
    )
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in told["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def looked_at(visitor: Visitor, pictures: Path, screen: str) -> Iterator[Size]:
    """On a phone by day, and then the same page at a desk by night: axe finds nothing serious."""
    for size, light in LOOKS:
        visitor.move_to(size, light)
        visitor.page.screenshot(path=pictures / f"{screen}-{size}-{light}.png")
        assert findings(visitor) == [], size
        yield size


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_serious(visit: Visit, pictures: Path, screen: str) -> None:
    visitor = visit("phone", language="fr")
    SCREENS[screen](visitor)
    assert len([*looked_at(visitor, pictures, screen)]) == len(LOOKS)
    # Whoever listens goes from heading to heading.
    expect(visitor.page.get_by_role("heading", level=1)).to_have_count(1)


OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("sizes", [("small", "phone", "side", "tablet"), ("desk", "wide")])
@pytest.mark.parametrize("screen", ["shelf", "new-table", "rules", "gathering", "playing"])
def test_nothing_is_wider_than_the_screen(
    visit: Visit, screen: str, sizes: tuple[Size, ...]
) -> None:
    visitor = visit(sizes[0], language="de")  # the longest words
    SCREENS[screen](visitor)
    for size in sizes:
        width, height = SIZES[size]
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert visitor.page.evaluate(OVERHANG) <= 0, size


@pytest.mark.parametrize("screen", ["shelf", "playing"])
def test_at_twice_the_size_every_control_is_still_there(visit: Visit, screen: str) -> None:
    """A desk at 200 % is a screen of half the width and height."""
    visitor = visit("desk", language="de")
    visitor.page.set_viewport_size({"width": 720, "height": 450})
    SCREENS[screen](visitor)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 720
    main = visitor.page.locator(".tray input, .tray .keys, button.go, .btn.go").first
    main.scroll_into_view_if_needed()
    expect(main).to_be_in_viewport()


EDGELESS = """() => [...document.querySelectorAll('.btn, .iconbtn, .seat')]
  .filter(one => one.checkVisibility())
  .filter(one => {
    const {borderStyle, outlineStyle} = getComputedStyle(one);
    return borderStyle === 'none' && outlineStyle === 'none';
  })
  .map(one => one.textContent)"""


@pytest.mark.parametrize("screen", ["shelf", "playing", "over"])
def test_in_forced_colours_every_button_has_an_edge(visit: Visit, screen: str) -> None:
    """Shadows, which are the edges of everything here, are not painted then."""
    visitor = visit("desk")
    visitor.page.emulate_media(forced_colors="active")
    SCREENS[screen](visitor)
    assert visitor.page.evaluate(EDGELESS) == []


def test_the_board_in_words_says_what_the_terminal_says(visit: Visit) -> None:
    visitor = visit("desk", language="en")
    begin(visitor)
    path = f"/api/tables/{visitor.table}/described?seat=0&language=en"
    lines: Any = visitor.ask(path)
    visitor.page.evaluate("localStorage.setItem('escale', JSON.stringify({textBoard: true}))")
    visitor.page.reload()
    for line in lines["lines"][:3]:
        visitor.sees(line)


def test_the_language_can_be_changed_at_any_time(visit: Visit) -> None:
    visitor = visit("desk", language="fr").open()
    visitor.sees("Prenez une boîte")
    visitor.press(re.compile("Deutsch"))
    visitor.sees("Nimm eine Schachtel")
    assert visitor.page.evaluate("document.documentElement.lang") == "de"
