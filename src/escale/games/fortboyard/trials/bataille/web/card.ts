/** The picture on the card, as a string of SVG (160 x 126). */
import { FIGURES } from './figures';

export default `<g transform="translate(-4 44) scale(.62)">${FIGURES.well}</g><g transform="translate(46 -6) scale(.62)">${FIGURES.leaf}</g><g transform="translate(92 46) scale(.62)">${FIGURES.scissors}</g>`;
