import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parse } from 'smol-toml';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { icons } from './src/escale/web/build/icons';

const web = fileURLToPath(new URL('./src/escale/web', import.meta.url));

/** Texts are TOML, as everywhere in the house. */
const toml: Plugin = {
  name: 'toml',
  transform(code, id) {
    if (!id.endsWith('.toml')) return;
    return { code: `export default ${JSON.stringify(parse(code))}`, map: null };
  },
};

export default defineConfig({
  root: web,
  base: '/',
  plugins: [toml, svelte(), icons],
  resolve: { alias: { $web: web } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // nothing inline: the policy of the house allows no data of unknown origin
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [fileURLToPath(new URL('.', import.meta.url))] },
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.ESCALE_PORT ?? 8080}`, ws: true } },
  },
});
