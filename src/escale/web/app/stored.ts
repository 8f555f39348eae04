/** What this device remembers, by key. Without storage (a private window) it lasts as long as the page. */

export function stored<T extends object>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<T>;
  } catch {
    return {}; // no storage, or not ours
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // No storage.
  }
}
