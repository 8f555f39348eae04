/** The trials of the box: each is a folder with a stage, which is loaded when it is first played. */
import type { StageModule } from '../stage';

/** The name of the trial in whose folder this file is. */
export const nameOfFolder = (path: string): string => path.split('/')[3]!;
export const STAGES = import.meta.glob<StageModule>('../../trials/*/web/Stage.svelte');
export const TRIALS: readonly string[] = Object.keys(STAGES).map(nameOfFolder);
