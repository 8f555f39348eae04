/** The picture on the card, as a string of SVG (160 x 126). */
import { skin, skin2, LINE } from '../../../web/trial/pens';

export default `${[
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
  )}<circle cx="122" cy="62" r="31" fill="none" stroke="#F7B928" stroke-width="6"/><path d="M143 86l14 16" stroke="#5E3A17" stroke-width="9" stroke-linecap="round"/>`;
