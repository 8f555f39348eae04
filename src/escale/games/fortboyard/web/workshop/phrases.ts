/** What is written on a card, as words: without marks, case, articles and a polite beginning, as phrases.py takes it. */
import { withFigures, type Language } from './counting';

const ARTICLES: Record<Language, string> = {
  fr: 'le la les l un une des du de d au aux mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces 1',
  en: 'the a an one my your his her its our their this these some 1',
  de: 'der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner dein deine deinen deinem deiner sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren euer eure dieser diese dieses 1',
};
const BEGINNINGS: Record<Language, string> = {
  fr: 'c est cest sont je suis tu es pense crois que ca ça réponse reponse euh s agit il',
  en: 'it is its that thats they are theyre i am im you think answer um to',
  de: 'es ist s ists sind ich bin du bist glaube denke antwort lautet äh um',
};
const LINKS: Record<Language, string> = { fr: 'à a et', en: 'of and in', de: 'und im in von vom am' };
const SPREAD: Record<string, string> = { Œ: 'OE', Æ: 'AE', ẞ: 'SS' };
const SPREAD_GERMAN: Record<string, string> = { ...SPREAD, Ä: 'AE', Ö: 'OE', Ü: 'UE' };
const SHORTEST_GIVEAWAY = 3; // letters: the letter T may well occur in its own riddle

const both = (language: Language, more: Record<Language, string>): Set<string> =>
  new Set([...ARTICLES[language].split(' '), ...more[language].split(' ')]);

function fold(word: string, language: Language): string {
  if (/^\p{Nd}+$/u.test(word)) return word.replace(/^0+(?=.)/u, '');
  const spread = language === 'de' ? SPREAD_GERMAN : SPREAD;
  const folded = [...word.normalize('NFC').toUpperCase()]
    .map((letter) => spread[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('');
  return /^[A-Z]+$/.test(folded) ? folded : word.toUpperCase(); // letters of another alphabet stay as they are
}

function wordsOf(text: string, language: Language): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘ʼ`´′]/g, language === 'fr' ? ' ' : '');
  return (
    plain
      .replace(/(?<=\p{Nd})(st|nd|rd|th|er|re|e|eme|ème|te|ter|ten)(?![\p{L}\p{N}_])/gu, '')
      .match(/\p{Nd}+|[\p{L}\p{Nl}\p{No}]+/gu) ?? []
  );
}

/** All ways to take a text, each as one line of words: a little word may be one, or may not. None: there is no word in it. */
export function ways(text: string, language: Language): string[] {
  const [first, inner] = [both(language, BEGINNINGS), both(language, LINKS)];
  const found = new Set<string>();
  const add = (words: string[]): void =>
    void found.add(
      withFigures(
        words.map((word) => fold(word, language)),
        language,
      ).join(' '),
    );
  for (let words = wordsOf(text, language); words.length; words = words.slice(1)) {
    add(words);
    add(words.filter((word, i) => i === words.length - 1 || !inner.has(word)));
    if (words.length === 1 || !first.has(words[0]!)) break;
  }
  return [...found];
}

/** Whether a question gives its answer away, in the same words. */
export function occurs(answer: string, question: string, language: Language): boolean {
  const asked = ways(question, language).map((way) => ` ${way} `);
  return ways(answer, language).some(
    (way) => [...way].length >= SHORTEST_GIVEAWAY && asked.some((one) => one.includes(` ${way} `)),
  );
}
