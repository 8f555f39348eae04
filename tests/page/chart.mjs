// The values of Word Bank's chart. Standard input: {"replays": steps of matches, "labels": [wanted heights, ...]};
// standard output: the values of each match by turn, where the labels are put, and the line style of each identity.
import { answer, asked, withModules } from './typescript.mjs';

const ui = 'games/wordbank/web';
await withModules(
  [`${ui}/types.ts`, `${ui}/result/chart.ts`, 'web/kit/spread.ts', 'web/look/gems.ts'],
  async (module) => {
    const { chartValues } = await module(`${ui}/result/chart.ts`);
    const { spread } = await module('web/kit/spread.ts');
    const { IDENTITIES } = await module('web/look/gems.ts');
    const { replays, labels, apart, least, most } = asked();
    answer({
      values: replays.map(chartValues),
      labels: labels.map((wanted) => spread(wanted, apart, least, most)),
      dashes: Object.fromEntries(Object.entries(IDENTITIES).map(([name, { dash }]) => [name, dash])),
    });
  },
);
