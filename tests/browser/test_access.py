"""For all: nothing that axe calls serious, nothing cut off, in every size and light."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.reflow import lost
from tests.browser.screens import SCREENS, begin
from tests.browser.visitor import PATIENCE, SIZES, Light, Size, Visitor

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LOOKS: tuple[tuple[Size, Light], ...] = (("phone", "day"), ("desk", "night"))


def findings(visitor: Visitor) -> list[str]:
    """What axe finds, with all its rules and good advice, in a line each."""
    visitor.page.evaluate(AXE.read_text("utf-8"))
    told = visitor.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in told["violations"]
        for node in one["nodes"]
    ]


def looked_at(visitor: Visitor, pictures: Path, screen: str) -> Iterator[Size]:
    """On a phone by day, and then the same page at a desk by night: axe finds nothing."""
    for size, light in LOOKS:
        visitor.move_to(size, light)
        visitor.page.screenshot(path=pictures / f"{screen}-{size}-{light}.png")
        assert findings(visitor) == [], size
        yield size


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_and_nothing_is_lost(visit: Visit, pictures: Path, screen: str) -> None:
    visitor = visit("phone", language="de")  # the longest words
    SCREENS[screen](visitor)
    assert len([*looked_at(visitor, pictures, screen)]) == len(LOOKS)
    # Whoever listens goes from heading to heading.
    expect(visitor.page.get_by_role("heading", level=1)).to_have_count(1)
    for width, height in SIZES.values():
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_function(f"() => {OVERHANG} <= 0", timeout=PATIENCE / 3)
    assert lost(visitor, pictures, screen) == []


OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


EDGELESS = """() => [...document.querySelectorAll('.btn, .iconbtn, .seat')]
  .filter(one => one.checkVisibility())
  .filter(one => {
    const {borderStyle, outlineStyle} = getComputedStyle(one);
    return borderStyle === 'none' && outlineStyle === 'none';
  })
  .map(one => one.textContent)"""


# Whatever is chosen and looks like everything else.
UNMARKED = """() => [...document.querySelectorAll(
    ':is([aria-checked="true"], [aria-pressed="true"], [aria-selected="true"])')]
  .filter(one => one.checkVisibility() && !one.matches('[role="switch"]'))
  .filter(one => {
    const {outlineStyle, outlineWidth} = getComputedStyle(one);
    return outlineStyle !== 'solid' || parseFloat(outlineWidth) < 2;
  })
  .map(one => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("screen", ["shelf", "choosing", "over"])
def test_in_forced_colours_every_button_has_an_edge(visit: Visit, screen: str) -> None:
    """Shadows, which are the edges of everything here, are not painted then."""
    visitor = visit("desk")
    visitor.page.emulate_media(forced_colors="active")
    SCREENS[screen](visitor)
    assert visitor.page.evaluate(EDGELESS) == []
    visitor.page.wait_for_function(f"() => ({UNMARKED})().length === 0", timeout=PATIENCE / 3)


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
