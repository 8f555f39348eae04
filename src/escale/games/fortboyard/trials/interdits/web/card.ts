/** The picture on the card, as a string of SVG (160 x 126). */
import { ink, LINE } from '../../../web/trial/pens';

export default `<path d="M22 22H138V84H84L60 106V84H22z" fill="#FFFDF6" ${LINE}/><path d="M44 54l10 10 18-22" fill="none" stroke="#166B48" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><path d="M94 42l22 22M116 42L94 64" stroke="#B93522" stroke-width="7" stroke-linecap="round"/><path d="M14 96L146 12" stroke="${ink}" stroke-width="6" stroke-linecap="round"/>`;
