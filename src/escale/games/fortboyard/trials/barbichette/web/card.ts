/** The picture on the card, as a string of SVG (160 x 126). */
import { skin, skin2, ink, LINE, profile } from '../../../web/trial/pens';

export default `${profile(40, 50, 1, 1, skin)}${profile(120, 50, -1, 1, skin2)}<path d="M50 76l7 17 9-16z" fill="#5A2E12" ${LINE}/><path d="M110 76l-7 17-9-16z" fill="#1E120A" ${LINE}/><path d="M22 116C50 120 84 116 98 92" fill="none" stroke="${ink}" stroke-width="15" stroke-linecap="round"/><path d="M138 116C110 120 76 116 62 92" fill="none" stroke="${ink}" stroke-width="15" stroke-linecap="round"/><path d="M22 116C50 120 84 116 98 92" fill="none" stroke="${skin}" stroke-width="9" stroke-linecap="round"/><path d="M138 116C110 120 76 116 62 92" fill="none" stroke="${skin2}" stroke-width="9" stroke-linecap="round"/>`;
