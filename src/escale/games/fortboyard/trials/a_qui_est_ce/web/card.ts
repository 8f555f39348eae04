/** The picture on the card, as a string of SVG (160 x 126). */
import { skin, LINE } from '../../../web/trial/pens';

export default `<g transform="translate(56 62)"><path d="M-30-4C-30-34-16-44 0-44S30-34 30-4C30 26 16 40 0 40S-30 26-30-4z" fill="${skin}" ${LINE}/><path d="M-32-16H32V2H-32z" fill="#50309A" ${LINE}/><path d="M30-10l14-8M30-2l16 2" fill="none" ${LINE}/><path d="M-10 22q10 7 20 0" fill="none" ${LINE}/></g><g transform="translate(124 58)"><rect x="-24" y="-32" width="48" height="60" rx="6" fill="#FFFDF6" ${LINE}/><path d="M2-20C-2-4-12 2-10 8C-6 14 8 14 12 8" fill="none" stroke="#C2372B" stroke-width="4" stroke-linecap="round"/></g>`;
