"""The fort for all: nothing that axe finds, nothing cut off or out of reach, in every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.fit import cut_off
from tests.browser.fort_screens import SCREENS
from tests.browser.reflow import lost
from tests.browser.test_access import OVERHANG, looked_at
from tests.browser.visitor import Size

OTHERS: dict[Size, tuple[Size, ...]] = {"phone": ("small", "side", "tablet"), "desk": ("wide",)}
PAGES = ("new-table", "rules", "over")  # that are read: they scroll


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_and_nothing_is_cut_off(
    visit: Visit, pictures: Path, screen: str
) -> None:
    visitor = visit("phone", language="de", name="Ada")  # the longest words
    SCREENS[screen](visitor)
    for size in looked_at(visitor, pictures, f"fort-{screen}"):
        if screen not in PAGES:
            assert cut_off(visitor, *OTHERS[size], size) == []
        assert visitor.page.evaluate(OVERHANG) <= 0, size
    assert lost(visitor, pictures, f"fort-{screen}") == []
