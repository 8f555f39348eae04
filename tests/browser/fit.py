"""Is anything cut off? On every screen from a small phone to the largest wall."""

from __future__ import annotations

from tests.browser.visitor import SIZES, Size, Visitor

DRAWN = 25  # looks at a screen
CUT_OFF = """() => {
  const [width, height] = [innerWidth + 1, innerHeight + 1];
  const cut = [];
  for (const one of document.querySelectorAll(':is(main, #tray) :is(button, input)')) {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    if (left === right || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (left >= -1 && top >= -1 && right <= width && bottom <= height) continue;
    const name = one.getAttribute('aria-label') ?? one.textContent;
    cut.push(`${name}: ${[left, top, right, bottom].map(Math.round).join(' ')}`);
  }
  const page = document.documentElement;
  if (page.scrollWidth > width || page.scrollHeight > height) cut.push('the page scrolls');
  return cut;
}"""


def cut_off(visitor: Visitor, *sizes: Size) -> list[str]:
    """Controls of a table that are not wholly on the screen, and tables that scroll."""
    found = []
    for size in sizes:
        width, height = SIZES[size]
        visitor.page.set_viewport_size({"width": width, "height": height})
        found += [f"{size}: {one}" for one in _when_drawn(visitor)]
    return found


def _when_drawn(visitor: Visitor) -> list[str]:
    """A large screen is not drawn anew at once: what is cut off must stay so to count."""
    for _ in range(DRAWN):
        visitor.page.wait_for_timeout(200)
        if not (cut := list(visitor.page.evaluate(CUT_OFF))):
            break
    return cut
