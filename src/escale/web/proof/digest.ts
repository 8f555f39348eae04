/**
 * SHA-256 and HMAC-SHA256: the browser's own (WebCrypto) where it has them. A page that comes over plain HTTP, as in a
 * home network, has no WebCrypto: there the same numbers are computed here.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

export const fromHex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export interface Digests {
  sha256: (data: Bytes) => Promise<Bytes>;
  hmac: (key: Bytes) => Promise<(message: Bytes) => Promise<Bytes>>;
}

const ofBrowser: Digests = {
  sha256: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', data)),
  hmac: async (key) => {
    const held = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return async (message) => new Uint8Array(await crypto.subtle.sign('HMAC', held, message));
  },
};

const BLOCK = 64;

/** The first 32 bits of the fractional parts of square or cube roots of the first primes, as the standard takes them. */
function roots(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d += 1) prime = n % d !== 0;
    if (prime) found.push(Math.floor((root(n) % 1) * 2 ** 32));
  }
  return Uint32Array.from(found);
}
const START = roots(8, Math.sqrt);
const ROUND = roots(64, Math.cbrt);
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function padded(data: Bytes): DataView {
  const whole = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  whole.set(data);
  whole[data.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, data.length * 8); // no message here is half a gigabyte long
  return view;
}

export function sha256(data: Bytes): Bytes {
  const message = padded(data);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let from = 0; from < message.byteLength; from += BLOCK) {
    for (let i = 0; i < 16; i += 1) w[i] = message.getUint32(from + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => (state[i]! += part));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((part, i) => out.setUint32(4 * i, part));
  return new Uint8Array(out.buffer);
}

function joined(a: Bytes, b: Bytes): Bytes {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

export function hmac(key: Bytes, message: Bytes): Bytes {
  const held = new Uint8Array(BLOCK);
  held.set(key.length > BLOCK ? sha256(key) : key);
  return sha256(
    joined(
      held.map((byte) => byte ^ 0x5c),
      sha256(
        joined(
          held.map((byte) => byte ^ 0x36),
          message,
        ),
      ),
    ),
  );
}

export const byHand: Digests = {
  sha256: async (data) => sha256(data),
  hmac: async (key) => async (message) => hmac(key, message),
};

export const digests = (): Digests => (globalThis.crypto?.subtle ? ofBrowser : byHand);
