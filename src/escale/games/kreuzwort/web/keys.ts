/** The keys of the table. Letters go to the word from anywhere; Enter announces, Esc goes back, Up and Down walk the ways. */
import { capitals } from '$web/kit/words';
import { settings } from '$web/app/settings.svelte';

export interface Moves {
  answers: boolean; // a word waits for an answer
  asked: number; // since when, in ms
  slip: boolean; // something wants to be read or decided first
  plans: boolean;
  plan: { word: string; chosen: number; ways: readonly unknown[]; erase: () => void };
  answer: (accept: boolean) => void;
  contest: () => void; // asks first
  back: () => void;
  type: (letter: string) => void;
  next: () => void;
  choose: (index: number) => void;
}
const READ = 1200; // ms to see that there is a question, before keys answer it

export function pressed(event: KeyboardEvent, moves: Moves): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target as HTMLElement;
  if (target.closest('dialog, [role="dialog"], [role="menu"]')) return;
  const field = target.closest('[data-field]');
  if (!field && target.closest('input, textarea, select, [contenteditable]')) return;
  if (done(event.key, field !== null, target.closest('button, a, summary') !== null, moves)) event.preventDefault();
}

function done(
  key: string,
  inField: boolean,
  onControl: boolean,
  { answers, asked, slip, plans, plan, answer, contest, back, type, next, choose }: Moves,
): boolean {
  const letter = /^\p{L}$/u.test(key) && settings.letterKeys;
  if (answers) {
    if (performance.now() - asked < READ) return false; // a key that was meant for a draft
    if (key === 'Enter' && !onControl) answer(true);
    else if (letter && key.toLowerCase() === 'c') contest();
    else return false;
  } else if (!plans || slip) {
    if (key !== 'Escape' || !slip) return false;
    back();
  } else if (letter && !inField) type(capitals(key));
  else if (key === 'Enter' && !onControl) next();
  else if (key === 'Escape') back();
  else if (key === 'Backspace' && !inField) (plan.word ? plan.erase : back)();
  else if ((key === 'ArrowDown' || key === 'ArrowUp') && plan.ways.length)
    choose(plan.chosen + (key === 'ArrowDown' ? 1 : -1));
  else return false;
  return true;
}
