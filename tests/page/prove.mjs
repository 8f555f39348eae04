// Runs the page's own proof (src/escale/web/after/proof.ts) outside of a browser. Standard input: a list of
// {"file", "questions"}; standard output: for each, by WebCrypto and by hand, the findings.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const after = fileURLToPath(new URL('../../src/escale/web/after/', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'escale-proof-'));
try {
  for (const name of ['digest', 'proof']) {
    const source = readFileSync(join(after, `${name}.ts`), 'utf8');
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
    const { outputText } = ts.transpileModule(source, { compilerOptions: options });
    writeFileSync(join(room, `${name}.mjs`), outputText.replace("'./digest'", "'./digest.mjs'"));
  }
  const { prove } = await import(pathToFileURL(join(room, 'proof.mjs')).href);
  const { byHand, digests } = await import(pathToFileURL(join(room, 'digest.mjs')).href);
  const found = async (one, by) => {
    const all = [];
    for await (const finding of prove(one.file, new Map(one.questions), by)) all.push(finding);
    return all;
  };
  const answers = [];
  for (const one of JSON.parse(readFileSync(0, 'utf8'))) answers.push([await found(one, digests()), await found(one, byHand)]);
  process.stdout.write(JSON.stringify(answers));
} finally {
  rmSync(room, { recursive: true });
}
