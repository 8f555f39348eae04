/** The focus never falls to the body: when what had it goes away, it moves to the place where that stood. */
const PLACES = 'dialog[open], #tray, main, section[aria-label], section[aria-labelledby], aside';

/** Begin to watch; the answer ends it. */
export function keepFocus(): () => void {
  let way: HTMLElement[] = []; // what had the focus last, and all that is around it
  let frame = 0;

  function remember(event: FocusEvent): void {
    way = [];
    for (let one = event.target as HTMLElement | null; one; one = one.parentElement) way.push(one);
  }
  const isThere = (one: HTMLElement): boolean => one.isConnected && one.checkVisibility();

  function look(): void {
    frame = 0;
    const had = way[0];
    if (!had || (document.activeElement && document.activeElement !== document.body)) return;
    if (isThere(had) && !had.matches(':disabled')) return; // somebody left it: a tap beside everything
    const rest = way.find(isThere);
    const stayed = rest && !rest.contains(document.body) && rest.parentElement !== document.body; // on the same screen
    const place =
      document.querySelector<HTMLElement>('dialog:modal') ??
      way.find((one) => one.matches(PLACES) && isThere(one)) ??
      (stayed ? rest.querySelector<HTMLElement>('#tray, main') : null) ??
      document.querySelector('h1');
    if (!place) return; // the next screen is on its way
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  const changes = new MutationObserver(() => {
    frame ||= requestAnimationFrame(look);
  });
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  });
  document.addEventListener('focusin', remember);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', remember);
  };
}
