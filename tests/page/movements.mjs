// Movements in the trials of the fort. Standard input: {"chins": [[drift, when], ...]}, and the like; output: where they are.
import { answer, asked, withModules } from './typescript.mjs';

const trials = 'games/fortboyard/trials';
await withModules([`${trials}/web/waves.ts`, `${trials}/barbichette/web/chin.ts`], async (module) => {
  const { chin, radius } = await module(`${trials}/barbichette/web/chin.ts`);
  const { chins } = asked();
  answer({ chins: chins.map(([drift, when]) => [...chin(drift, when), radius(drift)]) });
});
