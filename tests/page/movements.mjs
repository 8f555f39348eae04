// Movements in the trials of the fort. Standard input: {"chins": [[drift, when], ...]}, and the like; output: where they are.
import { answer, asked, withModules } from './typescript.mjs';

const trials = 'games/fortboyard/trials';
const files = ['web/waves', 'barbichette/web/chin', 'nez_a_nez/web/corridor', 'catapulte/web/flight'].map(
  (file) => `${trials}/${file}.ts`,
);
await withModules(files, async (module) => {
  const { chin, radius } = await module(`${trials}/barbichette/web/chin.ts`);
  const { centre, room } = await module(`${trials}/nez_a_nez/web/corridor.ts`);
  const { lands, lasts, half } = await module(`${trials}/catapulte/web/flight.ts`);
  const { chins = [], corridors = [], shots = [] } = asked();
  answer({
    chins: chins.map(([drift, when]) => [...chin(drift, when), radius(drift)]),
    corridors: corridors.map(([corridor, x, when]) => [centre(corridor, x, when), room(corridor, x)]),
    shots: shots.map((shot) => [lands(shot), lasts(shot), half(shot)]),
  });
});
