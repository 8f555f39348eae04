// What the workshop of blank cards makes of files. Standard input: {"files": [[text, language], ...]}; standard output: for each its cards and mistakes.
import { answer, asked, withModules } from './typescript.mjs';

const web = 'games/fortboyard/web';
await withModules(
  ['trial/folders', 'workshop/counting', 'workshop/phrases', 'workshop/cards', 'workshop/file'].map(
    (name) => `${web}/${name}.ts`,
  ),
  async (module) => {
    const { readCards } = await module(`${web}/workshop/file.ts`);
    const { files } = asked();
    answer(await Promise.all(files.map(([text, language]) => readCards(text, language))));
  },
);
