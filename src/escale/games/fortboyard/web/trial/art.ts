/** Pictures in strings of SVG, all ours: the ten trial cards (160 x 126), and the three figures of La bataille (120 x 120). */
export const FIGURES = {
  well: `<g><ellipse cx="60" cy="100" rx="40" ry="8" fill="#1A0F08" opacity=".25"/><path d="M22 62V92C22 106 98 106 98 92V62z" fill="#8F9AA1"/><path d="M22 72h76M22 86c10 8 66 8 76 0M40 62v14M60 66v8M80 62v14M32 78v12M52 82v12M72 82v12M90 76v12" stroke="#5F6B73" stroke-width="2.5" fill="none"/><ellipse cx="60" cy="62" rx="38" ry="12" fill="#B8C2C8"/><ellipse cx="60" cy="62" rx="29" ry="8" fill="#10222C"/><path d="M34 64c8 6 44 6 52 0" stroke="#3B78E7" stroke-width="3" fill="none"/><path d="M28 60V22M92 60V22" stroke="#7A4A22" stroke-width="6"/><path d="M16 28L60 6L104 28z" fill="#C2372B"/><path d="M60 6L104 28H60z" fill="#9E2118"/><path d="M60 28V48" stroke="#10222C" stroke-width="2.5"/><path d="M52 46h16l-2.5 12h-11z" fill="#9A6230" stroke="#5E3A17" stroke-width="2"/></g>`,
  leaf: `<g><path d="M60 108C58 92 58 84 60 74" stroke="#5E3A17" stroke-width="6" stroke-linecap="round" fill="none"/><path d="M60 10C94 30 100 62 60 90C20 62 26 30 60 10z" fill="#3FA66B"/><path d="M60 10C94 30 100 62 60 90z" fill="#2C8554"/><path d="M60 20V90M60 40L42 32M60 40L78 32M60 56L38 46M60 56L82 46M60 71L44 63M60 71L76 63" stroke="#DDF0E4" stroke-width="3" stroke-linecap="round"/></g>`,
  scissors: `<g fill="none" stroke-linecap="round"><path d="M34 14L74 74" stroke="#C9D3D8" stroke-width="12"/><path d="M86 14L46 74" stroke="#8F9CA4" stroke-width="12"/><path d="M34 14L74 74" stroke="#EDF2F4" stroke-width="3"/><circle cx="60" cy="53" r="4.5" fill="#10222C"/><circle cx="38" cy="88" r="15" stroke="#C2372B" stroke-width="9"/><circle cx="82" cy="88" r="15" stroke="#C2372B" stroke-width="9"/></g>`,
} as const;

const skin = '#F1CFA6';
const skin2 = '#C98E5E';
const ink = '#2A1708';
const LINE = `stroke="${ink}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"`;
const pips = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y})"><rect x="-15" y="-15" width="30" height="30" rx="7" fill="#FFFBF0" ${LINE}/><circle cx="-6" cy="-6" r="2.8" fill="${ink}"/><circle r="2.8" fill="${ink}"/><circle cx="6" cy="6" r="2.8" fill="${ink}"/></g>`;
const profile = (x: number, y: number, facing: 1 | -1, s: number, c: string): string =>
  `<g transform="translate(${x} ${y}) scale(${facing * s} ${s})"><path d="M-22 24C-34 6-30-30-2-30C18-30 24-16 23-6L34 6L25 9C26 18 22 26 12 26H6V38H-22z" fill="${c}" ${LINE}/><circle cx="9" cy="-6" r="3" fill="${ink}"/><path d="M-26-8C-30-34 6-42 20-22C6-26-8-20-10-8z" fill="#5A2E12"/></g>`;
const hand = (x: number, y: number, r: number, c: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${r})"><path d="M-44 8C-44-6-30-10-14-10H34a7 7 0 0 1 0 13a7 7 0 0 1-3 11a7 7 0 0 1-7 9H-12C-30 24-44 22-44 8z" fill="${c}" ${LINE}/><path d="M-8-10C-4-22 8-26 16-22C18-16 12-12 8-10" fill="${c}" ${LINE}/><path d="M31 3H12M28 14H12" fill="none" ${LINE}/></g>`;

export const CARDS: Record<string, string> = {
  a_qui_est_ce: `<g transform="translate(56 62)"><path d="M-30-4C-30-34-16-44 0-44S30-34 30-4C30 26 16 40 0 40S-30 26-30-4z" fill="${skin}" ${LINE}/><path d="M-32-16H32V2H-32z" fill="#50309A" ${LINE}/><path d="M30-10l14-8M30-2l16 2" fill="none" ${LINE}/><path d="M-10 22q10 7 20 0" fill="none" ${LINE}/></g><g transform="translate(124 58)"><rect x="-24" y="-32" width="48" height="60" rx="6" fill="#FFFDF6" ${LINE}/><path d="M2-20C-2-4-12 2-10 8C-6 14 8 14 12 8" fill="none" stroke="#C2372B" stroke-width="4" stroke-linecap="round"/></g>`,
  barbichette: `${profile(40, 50, 1, 1, skin)}${profile(120, 50, -1, 1, skin2)}<path d="M50 76l7 17 9-16z" fill="#5A2E12" ${LINE}/><path d="M110 76l-7 17-9-16z" fill="#1E120A" ${LINE}/><path d="M22 116C50 120 84 116 98 92" fill="none" stroke="${ink}" stroke-width="15" stroke-linecap="round"/><path d="M138 116C110 120 76 116 62 92" fill="none" stroke="${ink}" stroke-width="15" stroke-linecap="round"/><path d="M22 116C50 120 84 116 98 92" fill="none" stroke="${skin}" stroke-width="9" stroke-linecap="round"/><path d="M138 116C110 120 76 116 62 92" fill="none" stroke="${skin2}" stroke-width="9" stroke-linecap="round"/>`,
  anomalie: `${[
    [30, '#C2372B'],
    [76, '#C2372B'],
    [122, '#245FBE'],
  ]
    .map(
      ([x, c], i) =>
        `<g transform="translate(${x} 58)"><circle cy="18" r="17" fill="${[skin, skin2, skin][i]}" ${LINE}/><path d="M-20 6C-18-14 18-14 20 6z" fill="${c}" ${LINE}/></g>`,
    )
    .join(
      '',
    )}<circle cx="122" cy="62" r="31" fill="none" stroke="#F7B928" stroke-width="6"/><path d="M143 86l14 16" stroke="#5E3A17" stroke-width="9" stroke-linecap="round"/>`,
  nez_a_nez: `${profile(36, 62, 1, 1.05, skin2)}${profile(124, 62, -1, 1.05, skin)}<g transform="translate(80 68)"><rect x="-17" y="-11" width="34" height="22" rx="3" fill="#F7B928" ${LINE}/><path d="M-17-4h34" ${LINE}/></g>`,
  interdits: `<path d="M22 22H138V84H84L60 106V84H22z" fill="#FFFDF6" ${LINE}/><path d="M44 54l10 10 18-22" fill="none" stroke="#166B48" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><path d="M94 42l22 22M116 42L94 64" stroke="#B93522" stroke-width="7" stroke-linecap="round"/><path d="M14 96L146 12" stroke="${ink}" stroke-width="6" stroke-linecap="round"/>`,
  main_chaude: `${hand(84, 84, 6, skin2)}${hand(74, 46, 184, skin)}<path d="M132 40l12-10M136 56h14M126 26l6-13" fill="none" stroke="#C2372B" stroke-width="4" stroke-linecap="round"/>`,
  patte_du_tigre: `<g transform="translate(30 96)">${pips(0, 0)}</g><g transform="translate(92 58)"><path d="M-16 4L30-52H74L26 30z" fill="#F59B2B" ${LINE}/><path d="M34-46l16 16M20-30l18 16M52-44l10 10" stroke="${ink}" stroke-width="6" stroke-linecap="round"/><path d="M-40 22C-44-6-22-20 2-14C28-8 34 18 22 34C8 50-34 50-40 22z" fill="#F59B2B" ${LINE}/><path d="M-24 26C-24 12-8 8 2 14C10 20 8 34-4 36C-16 38-24 36-24 26z" fill="${ink}"/><circle cx="-34" cy="8" r="7" fill="${ink}"/><circle cx="-22" cy="-6" r="7" fill="${ink}"/><circle cx="-4" cy="-6" r="7" fill="${ink}"/><circle cx="13" cy="4" r="6.5" fill="${ink}"/></g>`,
  pince: `<g transform="translate(84 44) rotate(8)"><rect x="-20" y="-36" width="40" height="62" rx="6" fill="#8A3F18" ${LINE}/><rect x="-13" y="-29" width="26" height="48" rx="3" fill="none" stroke="#FFE1AE" stroke-width="2"/></g><path d="M12 92C34 84 50 88 62 78C70 70 78 76 72 86C66 96 56 100 56 104C76 102 92 94 104 96C112 98 108 108 98 110C80 114 40 116 12 114z" fill="${skin}" ${LINE}/><path d="M118 22v18M132 30v14M48 26v14" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round" opacity=".5"/>`,
  bataille: `<g transform="translate(-4 44) scale(.62)">${FIGURES.well}</g><g transform="translate(46 -6) scale(.62)">${FIGURES.leaf}</g><g transform="translate(92 46) scale(.62)">${FIGURES.scissors}</g>`,
  catapulte: `<path d="M20 88Q60-10 122 58" fill="none" stroke="${ink}" stroke-width="3.2" stroke-dasharray="2 9" stroke-linecap="round"/>${pips(92, 36)}<g transform="translate(124 82)"><path d="M-20-16H20C20 4 10 10 4 12V22H12V28H-12V22H-4V12C-10 10-20 4-20-16z" fill="#3B78E7" ${LINE}/><ellipse cy="-16" rx="20" ry="5" fill="#1B4FA8" ${LINE}/></g><path d="M10 100L44 92L20 84z" fill="#9A6230" ${LINE}/>`,
};
