"""The screens look as they did when somebody looked at them.

After a change that is meant: `ESCALE_SNAPSHOTS=write make browser`, look at every picture that has
changed in tests/browser/snapshots and docs/screenshots, and commit those that are right.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from tests.browser import fort_screens, screens
from tests.browser.conftest import Visit
from tests.browser.visitor import HELD_STILL, Size

SNAPSHOTS = Path(__file__).parent / "snapshots"
README = Path(__file__).parents[2] / "docs" / "screenshots"
WRITE = os.environ.get("ESCALE_SNAPSHOTS") == "write"
FORT = {f"fort-{name}": go for name, go in fort_screens.SCREENS.items()}
SCREENS = {**screens.SCREENS, **FORT}
STEADY = ["shelf", "new-table", "rules", "missing"]  # no chance in them
BROUGHT = ["fort-turn", "fort-fan", "fort-card", "fort-keys-back"]  # chance that is written down
SHOWN = [
    ("shelf", "desk", "day"),
    ("choosing", "desk", "day"),
    ("playing", "phone", "night"),
    ("replay", "desk", "night"),
]
VISIBLE = 40  # a difference in brightness, of 255, that an eye notices
LOOKS = 10
MOST = 0.01  # of all pixels: another version of the browser draws some edges in another way


def difference(one: bytes, other: Path) -> float:
    """The share of pixels that differ visibly, by more than where an edge lies between two."""
    soft = ImageFilter.BoxBlur(1)
    seen, kept = (
        Image.open(place).convert("RGB").filter(soft) for place in (io.BytesIO(one), other)
    )
    if seen.size != kept.size:
        return 1.0
    grey = ImageChops.difference(seen, kept).convert("L")
    return sum(grey.histogram()[VISIBLE:]) / (grey.width * grey.height)


def keep(picture: bytes, place: Path) -> None:
    """As WebP: a tenth of the bytes, and no eye sees it."""
    place.parent.mkdir(exist_ok=True)
    Image.open(io.BytesIO(picture)).convert("RGB").save(place, quality=92, method=6)


@pytest.mark.parametrize(("size", "light"), [("phone", "day"), ("desk", "night")])
@pytest.mark.parametrize("screen", STEADY + BROUGHT)
def test_the_screen_looks_as_it_did(
    visit: Visit, pictures: Path, screen: str, size: Size, light: str
) -> None:
    visitor = visit(size, light=light, language="fr")
    visitor.context.add_init_script(HELD_STILL)
    SCREENS[screen](visitor)
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.wait_for_load_state("networkidle")
    name = f"{screen}-{size}-{light}"
    if WRITE:
        visitor.page.wait_for_timeout(2_000)  # until everything lies where it stays
        keep(visitor.page.screenshot(), SNAPSHOTS / f"{name}.webp")
    for _ in range(LOOKS):  # on a busy machine the last piece may come late
        picture = visitor.page.screenshot(path=pictures / f"now-{name}.png")
        share = difference(picture, SNAPSHOTS / f"{name}.webp")
        if share <= MOST:
            return
        visitor.page.wait_for_timeout(500)
    raise AssertionError(f"{share:.1%} of the picture has changed: {pictures}/now-{name}.png")


@pytest.mark.parametrize(("screen", "size", "light"), SHOWN)
def test_the_readme_shows_what_is_there(
    visit: Visit, pictures: Path, screen: str, size: Size, light: str
) -> None:
    """Chance is in these pictures, so only their making is tried."""
    visitor = visit(size, light=light, language="en")
    SCREENS[screen](visitor)
    visitor.page.evaluate("document.fonts.ready")
    name = f"{screen}-{size}-{light}"
    picture = visitor.page.screenshot(path=pictures / f"readme-{name}.png")
    if WRITE:
        keep(picture, README / f"{name}.webp")
    assert (README / f"{name}.webp").exists()
