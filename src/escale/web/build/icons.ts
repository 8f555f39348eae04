/** The mark as PNG, for home screens that take no SVG. Drawn when the page is built, so that no picture file is kept. */
import { crc32, deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Point = [number, number];
const GROUND = [0xe2, 0xec, 0xe8],
  TOWER = [0x0b, 0x5a, 0x6b],
  BEACON = [0xf7, 0xb9, 0x28];
const FINE = 8; // lines within a pixel

const circle = (x: number, y: number, r: number): Point[] =>
  Array.from({ length: 72 }, (_, i) => [x + r * Math.cos((i * Math.PI) / 36), y + r * Math.sin((i * Math.PI) / 36)]);
function curve([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point): Point[] {
  return Array.from({ length: 17 }, (_, i): Point => {
    const t = i / 16,
      u = 1 - t;
    return [
      u ** 3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t ** 3 * x3,
      u ** 3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t ** 3 * y3,
    ];
  });
}

/** The same shapes as public/mark.svg, in its 48 units. */
const SHAPES: { points: Point[]; colour: number[]; opacity: number }[] = [
  {
    points: [
      [24, 13],
      [1, 4],
      [1, 21],
    ],
    colour: BEACON,
    opacity: 0.5,
  },
  {
    points: [
      [24, 13],
      [47, 4],
      [47, 21],
    ],
    colour: BEACON,
    opacity: 0.5,
  },
  {
    points: [
      ...curve([10, 44], [10, 39.5], [16, 38.5], [18, 34]),
      [20.5, 21],
      [27.5, 21],
      ...curve([30, 34], [32, 38.5], [38, 39.5], [38, 44]),
    ],
    colour: TOWER,
    opacity: 1,
  },
  {
    points: [
      [19.7, 27],
      [28.3, 27],
      [29.2, 31.6],
      [18.8, 31.6],
    ],
    colour: BEACON,
    opacity: 1,
  },
  {
    points: [
      [18, 18],
      [30, 18],
      [31.5, 19.5],
      [31.5, 21.1],
      [30, 22.6],
      [18, 22.6],
      [16.5, 21.1],
      [16.5, 19.5],
    ],
    colour: TOWER,
    opacity: 1,
  },
  { points: circle(24, 12.6, 8.6), colour: TOWER, opacity: 1 },
  { points: circle(24, 12.6, 6.2), colour: BEACON, opacity: 1 },
];

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function icon(size: number): Buffer {
  const pixels = new Float32Array(size * size * 3).map((_, i) => GROUND[i % 3]!);
  const scale = (size * 0.66) / 48; // what is round or squeezed on a home screen loses nothing
  const shift = (size - 48 * scale) / 2;
  for (const { points, colour, opacity } of SHAPES) {
    const outline = points.map(([x, y]): Point => [x * scale + shift, y * scale + shift]);
    const cover = new Float32Array(size * size);
    for (let line = 0; line < size * FINE; line++) {
      const y = (line + 0.5) / FINE;
      const cuts: number[] = [];
      outline.forEach(([x0, y0], i) => {
        const [x1, y1] = outline[(i + 1) % outline.length]!;
        if (y0 <= y !== y1 <= y) cuts.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0));
      });
      cuts.sort((a, b) => a - b);
      for (let c = 0; c + 1 < cuts.length; c += 2) {
        const from = cuts[c]!,
          to = cuts[c + 1]!;
        for (let x = Math.floor(from); x < to; x++)
          cover[Math.floor(y) * size + x]! += (Math.min(to, x + 1) - Math.max(from, x)) / FINE;
      }
    }
    cover.forEach((part, i) => {
      if (part)
        for (let c = 0; c < 3; c++)
          pixels[i * 3 + c]! += (colour[c]! - pixels[i * 3 + c]!) * Math.min(1, part) * opacity;
    });
  }
  const rows = Buffer.alloc(size * (size * 3 + 1));
  for (let y = 0; y < size; y++)
    for (let i = 0; i < size * 3; i++) rows[y * (size * 3 + 1) + 1 + i] = Math.round(pixels[y * size * 3 + i]!);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const icons: Plugin = {
  name: 'icons',
  apply: 'build',
  generateBundle() {
    for (const size of [180, 192, 512])
      this.emitFile({ type: 'asset', fileName: `icon-${size}.png`, source: icon(size) });
  },
};
