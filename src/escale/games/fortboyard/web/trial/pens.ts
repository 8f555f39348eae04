/** Colours, lines and parts that the pictures of several trial cards use. */
export const skin = '#F1CFA6';
export const skin2 = '#C98E5E';
export const ink = '#2A1708';
export const LINE = `stroke="${ink}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"`;
export const pips = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y})"><rect x="-15" y="-15" width="30" height="30" rx="7" fill="#FFFBF0" ${LINE}/><circle cx="-6" cy="-6" r="2.8" fill="${ink}"/><circle r="2.8" fill="${ink}"/><circle cx="6" cy="6" r="2.8" fill="${ink}"/></g>`;
export const profile = (x: number, y: number, facing: 1 | -1, s: number, c: string): string =>
  `<g transform="translate(${x} ${y}) scale(${facing * s} ${s})"><path d="M-22 24C-34 6-30-30-2-30C18-30 24-16 23-6L34 6L25 9C26 18 22 26 12 26H6V38H-22z" fill="${c}" ${LINE}/><circle cx="9" cy="-6" r="3" fill="${ink}"/><path d="M-26-8C-30-34 6-42 20-22C6-26-8-20-10-8z" fill="#5A2E12"/></g>`;
export const hand = (x: number, y: number, r: number, c: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${r})"><path d="M-44 8C-44-6-30-10-14-10H34a7 7 0 0 1 0 13a7 7 0 0 1-3 11a7 7 0 0 1-7 9H-12C-30 24-44 22-44 8z" fill="${c}" ${LINE}/><path d="M-8-10C-4-22 8-26 16-22C18-16 12-12 8-10" fill="${c}" ${LINE}/><path d="M31 3H12M28 14H12" fill="none" ${LINE}/></g>`;
