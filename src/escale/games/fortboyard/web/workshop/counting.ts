/** Numbers in words, 0 to 1000, as counting.py knows them: "twenty" gives "20" away. */
export type Language = 'fr' | 'en' | 'de';

const LONGEST_RUN = 8;
const ARTICLES = new Set(['UN', 'UNE', 'ONE', 'EIN', 'EINE', 'EINS', '1']); // alone they count
const FR =
  'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf'.split(
    ' ',
  );
const FR_TENS = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', 'septante', 'huitante', 'nonante'];
const EN =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const EN_TENS = ['', '', ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')];
const DE =
  'null eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf dreizehn vierzehn fuenfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const DE_TENS = ['', '', ...'zwanzig dreissig vierzig fuenfzig sechzig siebzig achtzig neunzig'.split(' ')];
const DE_LONG: Record<number, string> = { 16: 'sechszehn', 17: 'siebenzehn', 60: 'sechszig', 70: 'siebenzig' };

function french(number: number): string[] {
  const [tens, units] = [Math.floor(number / 10), number % 10];
  const plain = (name: string): string[] =>
    units === 1 ? [`${name}etun`, `${name}etune`, `${name}un`] : [name + (units ? FR[units]! : '')];
  if (number < 20) return number === 1 ? ['une', FR[1]!] : [FR[number]!];
  if (number < 70) return plain(FR_TENS[tens]!);
  if (number < 100) {
    const [base, rest] = tens === 7 ? ['soixante', number - 60] : ['quatrevingt', number - 80];
    return [
      ...(rest ? [base + (number === 71 ? 'et' : '') + FR[rest]!] : [`${base}s`, base]),
      ...plain(FR_TENS[tens]!),
    ];
  }
  if (number === 1000) return ['mille'];
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  return (rest ? french(rest) : ['', 's']).map((name) => `${hundreds === 1 ? '' : FR[hundreds]!}cent${name}`);
}

function english(number: number): string[] {
  if (number < 20) return [EN[number]!];
  if (number < 100) return [EN_TENS[Math.floor(number / 10)]! + (number % 10 ? EN[number % 10]! : '')];
  const [many, rest, unit] = number < 1000 ? [Math.floor(number / 100), number % 100, 'hundred'] : [1, 0, 'thousand'];
  const starts = many === 1 ? [EN[1]!, '', 'a'] : [EN[many]!];
  return starts.flatMap((start) =>
    rest ? english(rest).flatMap((name) => [`${start}${unit}and${name}`, start + unit + name]) : [start + unit],
  );
}

function german(number: number): string[] {
  const also = number === 1 ? ['ein', 'eine'] : number === 2 ? ['zwo'] : DE_LONG[number] ? [DE_LONG[number]] : [];
  if (number < 20) return [...also, DE[number]!];
  if (number < 100)
    return [
      ...also,
      (number % 10 ? `${number % 10 === 1 ? 'ein' : DE[number % 10]!}und` : '') + DE_TENS[Math.floor(number / 10)]!,
    ];
  const [many, rest, unit] = number < 1000 ? [Math.floor(number / 100), number % 100, 'hundert'] : [1, 0, 'tausend'];
  const starts = many === 1 ? ['ein', ''] : [DE[many]!];
  return starts.flatMap((start) =>
    rest ? german(rest).flatMap((name) => [start + unit + name, `${start}${unit}und${name}`]) : [start + unit],
  );
}

const NAMES = { fr: french, en: english, de: german };
const learnt = new Map<Language, Map<string, string>>();
function known(language: Language): Map<string, string> {
  let words = learnt.get(language);
  if (!words) {
    words = new Map();
    for (let number = 0; number <= 1000; number += 1)
      for (const name of NAMES[language](number)) words.set(name.toUpperCase(), String(number));
    // Typed without the dots, or Swiss.
    if (language === 'de')
      for (const [name, number] of [...words]) words.set(name.replaceAll('UE', 'U').replaceAll('OE', 'O'), number);
    learnt.set(language, words);
  }
  return words;
}

/** The same folded words, with figures for each number: TRENTE ET UN JOURS -> 31 JOURS. */
export function withFigures(words: readonly string[], language: Language): string[] {
  const figures: string[] = [];
  for (let at = 0; at < words.length;) {
    let end = Math.min(words.length, at + LONGEST_RUN);
    let number: string | undefined;
    for (; end > at; end -= 1) {
      number = known(language).get(words.slice(at, end).join(''));
      if (number !== undefined && (words.length === 1 || !ARTICLES.has(words[at]!) || end - at > 1)) break;
      number = undefined;
    }
    figures.push(number ?? words[at]!);
    at = number === undefined ? at + 1 : end;
  }
  return figures;
}
