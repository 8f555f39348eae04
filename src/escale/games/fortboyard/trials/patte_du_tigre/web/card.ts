/** The picture on the card, as a string of SVG (160 x 126). */
import { ink, LINE, pips } from '../../../web/trial/pens';

export default `<g transform="translate(30 96)">${pips(0, 0)}</g><g transform="translate(92 58)"><path d="M-16 4L30-52H74L26 30z" fill="#F59B2B" ${LINE}/><path d="M34-46l16 16M20-30l18 16M52-44l10 10" stroke="${ink}" stroke-width="6" stroke-linecap="round"/><path d="M-40 22C-44-6-22-20 2-14C28-8 34 18 22 34C8 50-34 50-40 22z" fill="#F59B2B" ${LINE}/><path d="M-24 26C-24 12-8 8 2 14C10 20 8 34-4 36C-16 38-24 36-24 26z" fill="${ink}"/><circle cx="-34" cy="8" r="7" fill="${ink}"/><circle cx="-22" cy="-6" r="7" fill="${ink}"/><circle cx="-4" cy="-6" r="7" fill="${ink}"/><circle cx="13" cy="4" r="6.5" fill="${ink}"/></g>`;
