// The page's own proof of chance. Standard input: a list of {"file", "questions", "own"?}; standard output: for each, by WebCrypto
// and by hand, the findings.
import { answer, asked, withModules } from './typescript.mjs';

await withModules(['web/proof/digest.ts', 'web/proof/proof.ts'], async (module) => {
  const { prove } = await module('web/proof/proof.ts');
  const { byHand, digests } = await module('web/proof/digest.ts');
  const found = async (one, by) => {
    const all = [];
    const own = (pledge) => one.own?.[pledge] ?? null;
    for await (const finding of prove(one.file, new Map(one.questions), by, own)) all.push(finding);
    return all;
  };
  const answers = [];
  for (const one of asked()) answers.push([await found(one, digests()), await found(one, byHand)]);
  answer(answers);
});
