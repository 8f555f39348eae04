/** The page can be installed, and opens without a network: public/sw.js keeps what was visited. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = async (): Promise<void> => {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // What came before the worker was there, it has not seen: tell it.
    active?.postMessage({ keep: performance.getEntriesByType('resource').map((entry) => entry.name) });
  };
  const begin = (): void => void start().catch(() => undefined); // without it, the page works as before
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
