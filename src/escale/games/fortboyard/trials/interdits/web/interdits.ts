/** What the stage of Les interdits sees (rules.py: Interdits), and ideas for those who ask. */
import type { Interdits } from '../../../web/generated';
import { choicesOf } from '$web/wire/offers';
import type { Offer } from '$web/wire/types';
import type { Options } from '../../../web/types';

export type { Exchange, Interdits, Question } from '../../../web/generated';

export type Reason = 'slow' | 'same';

export const LONGEST = 120; // characters of a question or a reply
const SLOW = 5000; // ms (rules.py: SLOW_MS)

/** From when on the first question has waited too long. */
export const slowFrom = (phase: Interdits): number =>
  phase.since + SLOW * (phase.cast.doubled.includes(phase.cast.candidate) ? 2 : 1);
export const majority = (phase: Interdits): number => Math.floor(phase.cast.opponents.length / 2) + 1;
export const objectors = (phase: Interdits, why: Reason): number =>
  phase.objections.filter((one) => one.why === why).length;
/** What this seat may object to now. */
export const grounds = (offers: Offer[]): Reason[] => choicesOf(offers, 'Object') as Reason[];

const IDEAS = import.meta.glob<{ default: { questions: string[] } }>('../questions/*.toml');

/** A question to ask, in the language of the table, that has not been asked yet. */
export async function idea(language: Options['language'], asked: string[]): Promise<string> {
  const { questions } = (await IDEAS[`../questions/${language}.toml`]!()).default;
  const fresh = questions.filter((question) => !asked.includes(question));
  return fresh[Math.floor(Math.random() * fresh.length)] ?? '';
}
