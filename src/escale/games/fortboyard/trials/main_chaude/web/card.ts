/** The picture on the card, as a string of SVG (160 x 126). */
import { skin, skin2, hand } from '../../../web/trial/pens';

export default `${hand(84, 84, 6, skin2)}${hand(74, 46, 184, skin)}<path d="M132 40l12-10M136 56h14M126 26l6-13" fill="none" stroke="#C2372B" stroke-width="4" stroke-linecap="round"/>`;
