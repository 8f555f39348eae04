"""Does everything still fit when it is enlarged? The page at 400 %, and text of twice the size."""

from __future__ import annotations

from pathlib import Path

from tests.browser.visitor import Visitor

ZOOMED = (320, 256)  # a desk of 1280 x 1024 at 400 % (WCAG 1.4.10)
LARGE = ((390, 844), (1440, 900))  # with text of twice the size (WCAG 1.4.4)
DRAWN = 200  # milliseconds until a board has its new size
LOOKS = 10
LEAST = 0.6  # of the width of the screen, for a board
BOARDS = ":is(.play, .replay) > main:not(.cell) :is(.ring, .board, .squares, .words)"

# Text that its box does not show, controls that cannot be brought into sight, and what hangs over.
LOST = """async ([boards, least]) => {
  const lost = [];
  const name = (one) => `${one.localName}.${[...one.classList].join('.')} "${(
    one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}"`;
  const style = (one) => getComputedStyle(one);
  const up = (one, is) => one !== null && (is(one) || up(one.parentElement, is));
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.closest('[aria-hidden="true"], svg, .skip')
    && !up(one, (around) => style(around).clipPath.includes('50%'));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const html = document.documentElement;
  if (html.scrollWidth > innerWidth) lost.push(`the page hangs over: ${html.scrollWidth}`);
  const modal = document.querySelector('dialog[open]');
  const all = [...(modal ?? document.body).querySelectorAll('*')].filter(seen);

  /** Whether something around the text cuts it off: on this axis, by so many pixels. */
  function cut(text, one, axis, from, to, most) {
    for (let around = one; around !== null; around = around.parentElement) {
      const [overflow, box] = [style(around)[`overflow-${axis}`], around.getBoundingClientRect()];
      if (/auto|scroll/.test(overflow)) return false;
      const over = text[to] > box[to] + most || text[from] < box[from] - most;
      if (over && /hidden|clip/.test(overflow)) return true;
    }
    return axis === 'x' && (text.right > innerWidth + 1 || text.left < -1);
  }
  for (const one of all) {
    const own = [...one.childNodes].find((part) => part.nodeType === 3 && part.data.trim());
    if (!own) continue;
    const range = document.createRange();
    range.selectNodeContents(own);
    const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
    const outside = one.matches('button, .btn, .chip, .tile') && (text.right > box.right + 2
      || text.left < box.left - 2 || text.bottom > box.bottom + 3 || text.top < box.top - 3);
    if (text.width === 0) continue;
    const beside = cut(text, one, 'x', 'left', 'right', 1);
    const below = cut(text, one, 'y', 'top', 'bottom', 6);
    if (outside || beside || below) lost.push(`cut off: ${name(one)}`);
  }

  const inSight = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (left < -1 || right > innerWidth + 1 || y < 0 || y > innerHeight) return false;
    const hit = document.elementFromPoint(x, y);
    return [one, ...(one.labels ?? [])].some((any) => any.contains(hit)) || hit?.contains(one);
  };
  const controls =
    'button:not(:disabled), a[href], input, select, textarea, summary, .live [role="gridcell"]';
  for (const one of all.filter((any) => any.matches(controls))) {
    if (one.getBoundingClientRect().width < 2) continue;
    one.scrollIntoView({ block: 'center', inline: 'center' });
    for (let i = 0; i < 9 && !inSight(one); i++) await frame(); // what lies over it goes away
    if (!inSight(one)) lost.push(`out of reach: ${name(one)}`);
  }
  const board = [...document.querySelectorAll(boards)].find(seen);
  if (board && !modal) {
    const { width } = board.getBoundingClientRect();
    if (width < least * innerWidth) lost.push(`a board of ${Math.round(width)}`);
  }
  return [...new Set(lost)];
}"""


def lost(visitor: Visitor, pictures: Path, screen: str) -> list[str]:
    """What cannot be read or reached on a small window, and with large text."""
    page, found = visitor.page, []
    for (width, height), root, least in ((ZOOMED, 16, LEAST), *((size, 32, 0) for size in LARGE)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("size => document.documentElement.style.fontSize = `${size}px`", root)
        for _ in range(LOOKS):  # on a busy machine the board is drawn late
            page.wait_for_timeout(DRAWN)
            cut = page.evaluate(LOST, [BOARDS, least])
            if not cut:
                break
        else:
            page.screenshot(path=pictures / f"{screen}-{width}-{root}.png")
        found += [f"{width} at {root}: {one}" for one in cut]
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found
