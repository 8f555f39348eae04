// What the chart of Word Bank is drawn from. Standard input: {"films": frames of matches, "labels": [wanted heights, ...]};
// standard output: the course of each match, where the labels are put, and the line style of each identity.
import { answer, asked, withModules } from './typescript.mjs';

const face = 'games/wordbank/web';
await withModules(
  [`${face}/types.ts`, `${face}/result/chart.ts`, 'web/kit/spread.ts', 'web/look/gems.ts'],
  async (module) => {
    const { chartValues } = await module(`${face}/result/chart.ts`);
    const { spread } = await module('web/kit/spread.ts');
    const { IDENTITIES } = await module('web/look/gems.ts');
    const { films, labels, apart, least, most } = asked();
    answer({
      courses: films.map(chartValues),
      labels: labels.map((wanted) => spread(wanted, apart, least, most)),
      dashes: Object.fromEntries(Object.entries(IDENTITIES).map(([name, { dash }]) => [name, dash])),
    });
  },
);
