/** The picture on the card, as a string of SVG (160 x 126). */
import { skin, skin2, LINE, profile } from '../../../web/trial/pens';

export default `${profile(36, 62, 1, 1.05, skin2)}${profile(124, 62, -1, 1.05, skin)}<g transform="translate(80 68)"><rect x="-17" y="-11" width="34" height="22" rx="3" fill="#F7B928" ${LINE}/><path d="M-17-4h34" ${LINE}/></g>`;
