import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const top = fileURLToPath(new URL('../', import.meta.url));
const compiled = path.join(top, 'dist-modules');
const modules = 'bin';

/**
 * The command `usher` from its compiled modules (dist-modules/) to a few files: some 2,000 small ones take a third of
 * its start to find, and their text stays in memory. Packages stay where npm put them.
 */
export default defineConfig({
  input: { usher: path.join(compiled, 'bin/usher.js') },
  external: /^[^./]/,
  platform: 'node',
  plugins: [{ name: 'own-address', transform: withItsOwnAddress }],
  output: {
    dir: path.join(top, 'dist'),
    entryFileNames: `${modules}/[name].js`,
    chunkFileNames: `${modules}/[name]-[hash].js`,
    keepNames: true,
    sourcemap: true,
  },
});

/** What a module reads beside itself (SQL, templates, vendor files) lies in dist/ as it lies in src/. */
function withItsOwnAddress(code, module) {
  if (!code.includes('import.meta.url')) return null;
  const from = path.relative(path.join(compiled, modules), module);
  return {
    code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`),
    map: null,
  };
}
