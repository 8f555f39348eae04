import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const UNUSED = { argsIgnorePattern: '^_', varsIgnorePattern: '^_' };

export default ts.config(
  { ignores: ['**/dist/', '**/generated.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.serviceworker, ...globals.node } },
    rules: { '@typescript-eslint/no-unused-vars': ['error', UNUSED], '@typescript-eslint/no-explicit-any': 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: {
      'no-useless-assignment': 'off', // does not see that a module script and its component share variables
      'svelte/no-unused-svelte-ignore': 'off', // takes the words of a reason for codes; svelte-check does this
      'svelte/no-useless-mustaches': 'off', // {' '} keeps a space at the edge of a block
      'svelte/prefer-svelte-reactivity': 'off', // maps and sets are replaced as a whole ($state.raw), or are no state
    },
  },
  {
    // The HTML is the rulebook's, which the server renders, and art from our own modules.
    files: ['**/rules/Book.svelte', '**/trial/{TrialCard,ReadCard}.svelte', '**/bataille/web/{Hand,Stage}.svelte'],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
  { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } }, // TypeScript checks names
);
