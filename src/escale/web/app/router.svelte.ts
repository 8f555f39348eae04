/** Where the visitor is: the address is the only state. */

class Place {
  path = $state(location.pathname);
  hash = $state(location.hash);
}
export const place = new Place();

function read(): void {
  place.path = location.pathname;
  place.hash = location.hash;
}

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  read();
  if (!location.hash) window.scrollTo(0, 0);
}

/** Internal links do not reload the page. */
export function watchLinks(): () => void {
  const clicked = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest?.('a');
    const plain =
      event.button === 0 &&
      !event.defaultPrevented &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.altKey;
    if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api')) return;
    if (link.pathname === location.pathname && link.hash) return; // the browser scrolls
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener('click', clicked);
  addEventListener('popstate', read);
  addEventListener('hashchange', read);
  return () => {
    removeEventListener('click', clicked);
    removeEventListener('popstate', read);
    removeEventListener('hashchange', read);
  };
}
