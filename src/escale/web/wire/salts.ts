/**
 * Salts: what this device adds to chance, so that nobody who runs a house can choose its draws. Whoever sits down pledges a
 * salt (its fingerprint). When the match begins, and the house is bound to its own secret, the salt is told, by itself. Both
 * stay on this device, with a fingerprint of what the house was bound to: the certificate compares it with the match file.
 */
import { sha256, toHex } from '../proof/digest';
import type { Command, Entry } from './types';

/** `terms`: the fingerprint of what the house was bound to when the salt was told; empty: it was not told yet. */
export interface Salt {
  salt: string;
  terms: string;
}
/** The header of a match, or a new commitment in its log. */
interface Beginning {
  bound?: string;
  commitment: string;
  players: readonly { pledge?: string }[];
}

const KEY = 'escale salts';
const KEPT = 200;
let held: Record<string, Salt> = {}; // where the browser keeps nothing, it lasts as long as the page

function load(): Record<string, Salt> {
  try {
    held = (JSON.parse(localStorage.getItem(KEY) ?? 'null') as Record<string, Salt> | null) ?? held;
  } catch {
    // no storage, or not ours
  }
  return held;
}

function keep(pledge: string, salt: Salt): void {
  held = Object.fromEntries([...Object.entries({ ...load(), [pledge]: salt })].slice(-KEPT));
  try {
    localStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // full, or forbidden
  }
}

/** The salt that this device pledged; null: it was another device. */
export const ownSalt = (pledge: string): Salt | null => load()[pledge] ?? null;

/** A fingerprint of what the house is bound to. */
export const termsOf = ({ bound, commitment }: Beginning): string =>
  toHex(sha256(new TextEncoder().encode(bound || commitment)));

export function newPledge(): string {
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const pledge = toHex(sha256(salt));
  keep(pledge, { salt: toHex(salt), terms: '' });
  return pledge;
}

/** Whoever asks for a seat, or agrees to another match, pledges a salt for it. */
export function withPledge(message: Command): Command {
  const begins =
    message.kind === 'sit' ||
    (message.kind === 'answer' && message.agree) ||
    (message.kind === 'propose' && message.what === 'rematch');
  return begins ? { ...message, pledge: newPledge() } : message;
}

function beginning(entry: Entry): Beginning | null {
  let found: Beginning | null = null;
  for (const what of entry.what) {
    if (what.kind === 'Begun') found = what.header as Beginning;
    if (what.kind === 'Happened')
      for (const event of what.events) if (event.kind === 'Recommitted') found = event as Beginning;
  }
  return found;
}

/**
 * The salts of these seats that the table waits for after this entry. One that was told is not told for another commitment:
 * the house knows it, and could choose a secret that suits it.
 */
export function toTell(entry: Entry, seats: readonly number[]): { seat: number; salt: string }[] {
  const begins = beginning(entry);
  if (!begins) return [];
  const terms = termsOf(begins);
  return seats.flatMap((seat) => {
    const pledge = begins.players[seat]?.pledge;
    const own = pledge ? ownSalt(pledge) : null;
    if (!pledge || !own || (own.terms && own.terms !== terms)) return [];
    keep(pledge, { ...own, terms });
    return [{ seat, salt: own.salt }];
  });
}
