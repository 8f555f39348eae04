/* Keeps the page for times without a network: its shell, and every part that was visited. Never the server's answers (/api):
   a table from yesterday would be worse than none. */
const KEPT = 'escale-1';
const ALIKE = { ignoreSearch: true, ignoreVary: true }; // one name, one part, whoever asks for it
const MOST = 150; // old parts of the page leave when newer ones come
const SHELL = ['/', '/offline.html', '/offline.css', '/mark.svg', '/manifest.webmanifest'];

const ours = (url) =>
  url.origin === location.origin && (url.pathname.startsWith('/assets/') || SHELL.includes(url.pathname));

async function keep(request, answer) {
  if (!answer.ok) return;
  const cache = await caches.open(KEPT);
  await cache.put(request, answer);
  const parts = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith('/assets/'));
  for (const old of parts.slice(0, Math.max(0, parts.length - MOST))) await cache.delete(old);
}

/** The shell, and whatever its head names. */
async function keepShell() {
  const cache = await caches.open(KEPT);
  await cache.addAll(SHELL);
  const html = await (await cache.match('/', ALIKE)).text();
  await cache.addAll([...new Set(html.match(/\/assets\/[\w.-]+/g))]);
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  const missing = async () => {
    const cache = await caches.open(KEPT);
    for (const name of event.data?.keep ?? []) {
      const url = new URL(name);
      if (ours(url) && !(await cache.match(url.pathname, ALIKE))) await cache.add(url.pathname).catch(() => undefined);
    }
  };
  event.waitUntil(missing());
});

/** A screen: fresh if the server answers, else the cached shell. Every screen has the same shell. */
async function screen(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && new URL(event.request.url).pathname === '/') event.waitUntil(keep('/', answer.clone()));
    return answer;
  } catch {
    return (await caches.match('/', ALIKE)) ?? (await caches.match('/offline.html', ALIKE)) ?? Response.error();
  }
}

/** A part of the page never changes under its name. Without it a screen is lost: it is asked for twice. */
async function part(event) {
  const kept = await caches.match(event.request, ALIKE).catch(() => undefined); // the cache may be broken; the server is not
  if (kept) return kept;
  const answer = await fetch(event.request).catch(() => fetch(event.request));
  event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api')) return;
  if (event.request.mode === 'navigate') event.respondWith(screen(event));
  else if (ours(url)) event.respondWith(part(event));
});
