"""What a screen reader is told, and where the focus is: for somebody who sees nothing."""

from __future__ import annotations

import re

from tests.browser.visitor import Visitor

# What comes into a live region, and each time that the focus is nowhere for a fifth of a second.
LISTEN = """(() => {
  const [heard, fallen, joys] = [[], [], []];
  Object.assign(globalThis, { heard, fallen, joys });
  navigator.vibrate = (ms) => joys.push(`buzz ${ms}`);
  let had = '', since = 0;
  new MutationObserver((changes) => {
    for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (one.matches?.('.joy')) joys.push(one.className.split(' ')[1]);
    for (const region of new Set(changes.map(({ target }) =>
      (target.nodeType === 1 ? target : target.parentElement)?.closest('[aria-live]'))))
      if (region?.textContent.trim()) heard.push([region.ariaLive, region.textContent.trim()]);
  }).observe(document, { subtree: true, childList: true, characterData: true });
  document.addEventListener('focusin', ({ target }) => (had = target.outerHTML.slice(0, 90)));
  setInterval(() => {
    // Between two screens there is nothing that could have it.
    const lost = had && document.activeElement === document.body && document.querySelector('h1');
    since = lost ? since + 1 : 0;
    if (since === 4) fallen.push(`${location.pathname}: after ${had}`);
  }, 50);
})()"""


def listen(visitor: Visitor) -> None:
    """Before the first page is opened."""
    visitor.context.add_init_script(LISTEN)


def heard(visitor: Visitor, urgency: str) -> list[str]:
    return [text for how, text in visitor.page.evaluate("heard") if how == urgency]


def hears(visitor: Visitor, pattern: str) -> bool:
    """Something like this was said politely."""
    return any(re.search(pattern, text) for text in heard(visitor, "polite"))


def fallen(visitor: Visitor) -> list[str]:
    """What had the focus before it fell to the body."""
    return list(visitor.page.evaluate("fallen"))


def joys(visitor: Visitor) -> list[str]:
    """What was celebrated, and for how many milliseconds the device buzzed."""
    return list(visitor.page.evaluate("joys"))
