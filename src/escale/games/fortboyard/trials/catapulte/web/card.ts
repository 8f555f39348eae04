/** The picture on the card, as a string of SVG (160 x 126). */
import { ink, LINE, pips } from '../../../web/trial/pens';

export default `<path d="M20 88Q60-10 122 58" fill="none" stroke="${ink}" stroke-width="3.2" stroke-dasharray="2 9" stroke-linecap="round"/>${pips(92, 36)}<g transform="translate(124 82)"><path d="M-20-16H20C20 4 10 10 4 12V22H12V28H-12V22H-4V12C-10 10-20 4-20-16z" fill="#3B78E7" ${LINE}/><ellipse cy="-16" rx="20" ry="5" fill="#1B4FA8" ${LINE}/></g><path d="M10 100L44 92L20 84z" fill="#9A6230" ${LINE}/>`;
