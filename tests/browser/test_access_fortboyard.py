"""The fort for all: nothing that axe calls serious, nothing cut off, in every size and light."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.fort_screens import SCREENS
from tests.browser.test_access import findings
from tests.browser.visitor import SIZES, Size, Visitor

LOOKS: list[tuple[Size, str, tuple[Size, ...]]] = [
    ("phone", "day", ("small", "tablet")),
    ("desk", "night", ("wide",)),
]
PAGES = ("new-table", "rules", "over")  # that are read: they scroll

CUT_OFF = """() => {
  const cut = [];
  for (const one of document.querySelectorAll('main button, main input, #tray button, #tray input')) {
    const box = one.getBoundingClientRect();
    if (!box.width || !one.checkVisibility({ visibilityProperty: true })) continue;
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (!inside) cut.push(`${one.getAttribute('aria-label') ?? one.textContent}: ${Math.round(box.left)} ${Math.round(box.top)} ${Math.round(box.right)} ${Math.round(box.bottom)}`);
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) cut.push(`the page: ${scrollWidth} x ${scrollHeight}`);
  return cut;
}"""  # noqa: E501 (another language)


def cut_off(visitor: Visitor) -> list[str]:
    """Controls of the table that are not wholly on the screen, and a page that scrolls."""
    return list(visitor.page.evaluate(CUT_OFF))


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(("size", "light", "others"), LOOKS)
def test_axe_finds_nothing_serious_and_nothing_is_cut_off(
    visit: Visit, pictures: Path, screen: str, size: Size, light: str, others: tuple[Size, ...]
) -> None:
    visitor = visit(size, light=light, language="de", name="Ada")  # the longest words
    SCREENS[screen](visitor)
    visitor.page.screenshot(path=pictures / f"fort-{screen}-{size}-{light}.png")
    assert findings(visitor) == []
    for one in (size, *others):
        width, height = SIZES[one]
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_timeout(200)
        visitor.page.screenshot(path=pictures / f"fort-{screen}-{one}-{light}.png")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width, one
        if screen not in PAGES:
            assert cut_off(visitor) == [], one
