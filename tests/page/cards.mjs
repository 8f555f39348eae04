// What the workshop of blank cards makes of files. Standard input: {"files": [[text, language], ...]}; standard output: for each its cards and mistakes.
import { answer, asked, withModules } from './typescript.mjs';

const bench = 'games/fortboyard/web/workshop';
await withModules(
  ['counting', 'phrases', 'cards', 'file'].map((name) => `${bench}/${name}.ts`),
  async (module) => {
    const { readCards } = await module(`${bench}/file.ts`);
    const { files } = asked();
    answer(await Promise.all(files.map(([text, language]) => readCards(text, language))));
  },
);
