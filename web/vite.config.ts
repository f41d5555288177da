import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { directImports } from './direct-imports.ts';
import { firstFiles } from './first-files.ts';
import { numberedTexts } from './numbered-texts.ts';
import { pagesAhead } from './pages-ahead.ts';
import { usedStyles } from './used-styles.ts';

const top = fileURLToPath(new URL('.', import.meta.url));
const scripts = { console: `${top}src/app/console.tsx`, desk: `${top}src/desk/desk.tsx` };

/** What many pages have, and what it needs: a file each. */
const parts = {
  lists: `${top}src/parts/record/record-list.tsx`,
  forms: `${top}src/parts/form/resource-form.tsx`,
};

/** Entries share their files below /console/assets/. */
export default defineConfig({
  root: top,
  base: '/console/',
  plugins: [
    react(),
    lingui({ cwd: top }),
    babel({ presets: [linguiTransformerBabelPreset({}, { cwd: top })] }),
    numberedTexts(top),
    directImports(),
    usedStyles(top),
    pagesAhead(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // A file inlined as data: would need a wider policy, and no file here is worth it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: `${top}/index.html`, desk: `${top}/desk.html` },
      output: { codeSplitting: { groups: firstFiles(scripts, parts) } },
    },
  },
});
