/** The picture on the card, as a string of SVG (160 x 126). */
import { skin, ink, LINE } from '../../../web/trial/pens';

export default `<g transform="translate(84 44) rotate(8)"><rect x="-20" y="-36" width="40" height="62" rx="6" fill="#8A3F18" ${LINE}/><rect x="-13" y="-29" width="26" height="48" rx="3" fill="none" stroke="#FFE1AE" stroke-width="2"/></g><path d="M12 92C34 84 50 88 62 78C70 70 78 76 72 86C66 96 56 100 56 104C76 102 92 94 104 96C112 98 108 108 98 110C80 114 40 116 12 114z" fill="${skin}" ${LINE}/><path d="M118 22v18M132 30v14M48 26v14" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round" opacity=".5"/>`;
