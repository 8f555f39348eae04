import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parse } from 'smol-toml';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { icons } from './src/escale/web/build/icons';

const web = fileURLToPath(new URL('./src/escale/web', import.meta.url));
const dist = `${web}/dist`;

/** Texts are TOML, as everywhere in the project. */
const toml: Plugin = {
  name: 'toml',
  transform(code, id) {
    if (!id.endsWith('.toml')) return;
    return { code: `export default ${JSON.stringify(parse(code))}`, map: null };
  },
};

/** Compressed once, here, not by the server at every request. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue;
      const file = `${dist}/${name}`;
      const content = readFileSync(file);
      if (content.length < 500) continue;
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      writeFileSync(`${file}.br`, brotliCompressSync(content));
    }
  },
};

/** Whose code and fonts the page carries, for the list of what we ship (tests/packaging/sbom.py). */
const packages: Plugin = {
  name: 'packages',
  apply: 'build',
  generateBundle(_, bundle) {
    const files = Object.values(bundle).flatMap((one) =>
      one.type === 'chunk' ? one.moduleIds : one.originalFileNames,
    );
    const names = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
    this.emitFile({ type: 'asset', fileName: '.packages', source: [...new Set(names)].sort().join('\n') + '\n' });
  },
};

/** What is needed for the first picture is asked for first; what makes it work may come a moment later. */
const pictureFirst: Plugin = {
  name: 'picture first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? [];
      for (const style of styles) html = html.replace(style, '');
      html = html
        .replace(/<script type="module"/g, '<script type="module" fetchpriority="low"')
        .replace(/<link rel="modulepreload"/g, '<link rel="modulepreload" fetchpriority="low"');
      return html.replace('    <title>', `${styles.join('')}    <title>`);
    },
  },
};

export default defineConfig({
  root: web,
  base: '/',
  plugins: [toml, svelte(), pictureFirst, icons, packages, compressed],
  resolve: { alias: { $web: web } },
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // nothing inline: the content security policy allows no data of unknown origin
    modulePreload: { polyfill: false },
    // What every screen needs comes as one file, not as a dozen small ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'house',
              test: /node_modules\/svelte\/|web\/(app|look|parts)\/(?!main)|web\/wire\/api|web\/shelf\/(BoxArt|PlainBox|tables)|web\/gameUi|games\/\w+\/web\/Box\.svelte/,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [fileURLToPath(new URL('.', import.meta.url))] },
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.ESCALE_PORT ?? 8080}`, ws: true } },
  },
});
