// Modules of the page outside of a browser: their types are taken off, nothing else.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../src/escale/', import.meta.url));
const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };

/** `work` gets a function that imports one of these files, which may import each other. */
export async function withModules(files, work) {
  const room = mkdtempSync(fileURLToPath(new URL('../../node_modules/.page-', import.meta.url))); // packages are found from here
  const there = (file) => join(room, dirname(file), `${basename(file, '.ts')}.mjs`);
  try {
    for (const file of files) {
      const { outputText } = ts.transpileModule(readFileSync(join(source, file), 'utf8'), { compilerOptions: options });
      mkdirSync(dirname(there(file)), { recursive: true });
      writeFileSync(there(file), outputText.replace(/from '(\.[^']*)'/g, "from '$1.mjs'"));
    }
    return await work((file) => import(pathToFileURL(there(file)).href));
  } finally {
    rmSync(room, { recursive: true });
  }
}

export const asked = () => JSON.parse(readFileSync(0, 'utf8'));
export const answer = (plain) => process.stdout.write(JSON.stringify(plain));
