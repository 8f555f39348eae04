// Modules of the page outside of a browser: their types are taken off, nothing else.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../src/escale/', import.meta.url));
const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };

// What Vite makes of import.meta.glob('FOLDER/*/FILE'): here only the paths, without their modules.
function globbed(file, folder, rest) {
  const place = join(source, dirname(file), folder);
  const found = readdirSync(place)
    .sort()
    .filter((name) => existsSync(join(place, name, rest)));
  return JSON.stringify(Object.fromEntries(found.map((name) => [`${folder}/${name}/${rest}`, null])));
}

/** `work` gets a function that imports one of these files, which may import each other. */
export async function withModules(files, work) {
  const room = mkdtempSync(fileURLToPath(new URL('../../node_modules/.page-', import.meta.url))); // packages are found from here
  const there = (file) => join(room, dirname(file), `${basename(file, '.ts')}.mjs`);
  try {
    for (const file of files) {
      const { outputText } = ts.transpileModule(readFileSync(join(source, file), 'utf8'), { compilerOptions: options });
      mkdirSync(dirname(there(file)), { recursive: true });
      const listed = outputText.replace(/import\.meta\.glob\('([^'*]*)\/\*\/([^'*]*)'\)/g, (_, folder, rest) =>
        globbed(file, folder, rest),
      );
      writeFileSync(there(file), listed.replace(/from '(\.[^']*)'/g, "from '$1.mjs'"));
    }
    return await work((file) => import(pathToFileURL(there(file)).href));
  } finally {
    rmSync(room, { recursive: true });
  }
}

export const asked = () => JSON.parse(readFileSync(0, 'utf8'));
export const answer = (plain) => process.stdout.write(JSON.stringify(plain));
