/** Finding words in a rulebook that is on the page: accents and capitals do not matter. */

const BLOCKS = 'p, li, table, figure';

/** One sign for one sign, so that places in the folded text are places in the text. */
const fold = (text: string): string =>
  Array.from(text, (sign) => (sign.normalize('NFD')[0] ?? sign).toLowerCase().padEnd(sign.length, sign)).join('');

/** The places of the words in this text, all of which must be there. */
function places(text: string, wanted: string[]): [number, number][] | null {
  const folded = fold(text);
  const found: [number, number][] = [];
  for (const word of wanted) {
    let at = folded.indexOf(word);
    if (at < 0) return null;
    for (; at >= 0; at = folded.indexOf(word, at + word.length)) found.push([at, at + word.length]);
  }
  return found;
}

function ranges(block: Element, found: [number, number][]): Range[] {
  const walk = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const made: Range[] = [];
  let before = 0;
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const { length } = node as Text;
    for (const [from, to] of found) {
      if (to <= before || from >= before + length) continue;
      const range = new Range();
      range.setStart(node, Math.max(0, from - before));
      range.setEnd(node, Math.min(length, to - before));
      made.push(range);
    }
    before += length;
  }
  return made;
}

/** Show only the passages with these words, under their headings, and mark the words. Without words, show everything. */
export function filter(book: HTMLElement, text: string): HTMLElement[] {
  const wanted = fold(text).split(/\s+/).filter(Boolean);
  const marks: Range[] = [];
  const kept: HTMLElement[] = [];
  let headings: HTMLElement[] = [];
  for (const element of book.querySelectorAll<HTMLElement>(`h2, h3, ${BLOCKS}`)) {
    if (element.matches('h2, h3')) {
      headings = element.matches('h3') ? [...headings.filter((one) => one.matches('h2')), element] : [element];
      element.hidden = wanted.length > 0;
      continue;
    }
    if (element.parentElement?.closest(BLOCKS)) continue; // a part of a passage, not one of its own
    const found = wanted.length ? places(element.textContent, wanted) : [];
    element.hidden = found === null;
    if (!wanted.length || !found) continue;
    kept.push(element);
    for (const heading of headings) heading.hidden = false;
    marks.push(...ranges(element, found));
  }
  if ('highlights' in CSS) CSS.highlights.set('found', new Highlight(...marks));
  return kept;
}
