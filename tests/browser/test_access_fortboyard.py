"""The fort for all: nothing that axe calls serious, nothing cut off, in every size and light."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.fit import cut_off
from tests.browser.fort_screens import SCREENS
from tests.browser.test_access import findings
from tests.browser.visitor import Size

LOOKS: list[tuple[Size, str, tuple[Size, ...]]] = [
    ("phone", "day", ("small", "side", "tablet")),
    ("desk", "night", ("wide",)),
]
PAGES = ("new-table", "rules", "over")  # that are read: they scroll


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(("size", "light", "others"), LOOKS)
def test_axe_finds_nothing_serious_and_nothing_is_cut_off(
    visit: Visit, pictures: Path, screen: str, size: Size, light: str, others: tuple[Size, ...]
) -> None:
    visitor = visit(size, light=light, language="de", name="Ada")  # the longest words
    SCREENS[screen](visitor)
    visitor.page.screenshot(path=pictures / f"fort-{screen}-{size}-{light}.png")
    assert findings(visitor) == []
    if screen not in PAGES:
        assert cut_off(visitor, *others, size) == []
    width = visitor.page.evaluate("document.documentElement.clientWidth")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
