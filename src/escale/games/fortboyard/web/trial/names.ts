/** The trial that a phase belongs to, by the name of its folder, and its stage. */
import type { Say } from '$web/app/texts.svelte';
import type { StageModule } from '../stage';
import type { Seen, TrialPhase } from '../types';
import { STAGES, TRIALS } from './folders';

const bare = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** Its phases begin with its name; otherwise it is what was drawn last. */
export function nameOfTrial(phase: TrialPhase, seen: Seen): string {
  const kind = phase.kind.toLowerCase();
  return (
    TRIALS.find((name) => kind.startsWith(bare(name))) ??
    seen.news.findLast((one) => one.what === 'draws-trial')?.text ??
    ''
  );
}

export const stageOf = (name: string): (() => Promise<StageModule>) | undefined =>
  STAGES[`../../trials/${name}/web/Stage.svelte`];

/** A host's own card says itself what it is called and what is to be done. */
export const titleOf = (name: string, seen: Seen, say: Say): string =>
  seen.options.own_trials.find((card) => card.name === name)?.name ?? say(`trials.${name}.title`);
export const cardOf = (name: string, seen: Seen, say: Say): string =>
  seen.options.own_trials.find((card) => card.name === name)?.text ??
  say(`trials.${name}.card`) + (seen.options.trials === 'online' ? ` ${say(`trials.${name}.screens`)}` : '');

/** Duels to win, for those trials that are won so (pieces.py: Cast.needed); 0: the card counts otherwise. */
export function neededOf(name: string, players: number): number {
  if (name === 'main_chaude') return 1;
  if (name === 'catapulte') return players === 6 ? 2 : 1;
  const often = ['patte_du_tigre', 'pince', 'bataille'].includes(name);
  return often ? ({ 3: 1, 4: 2, 5: 2, 6: 3 }[players] ?? 0) : 0;
}
