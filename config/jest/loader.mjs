import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = new URL('../../src/', import.meta.url).href;
const wanted = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};
let transformer;
let maps;

/** From now on Node loads src/ by what jest.config.mjs says, and notes where the maps are. */
export function loadBy(latest, kept) {
  transformer = latest;
  maps = kept;
}

registerHooks({
  resolve(specifier, context, next) {
    if (!context.parentURL?.startsWith(source) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
    const typed = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    return next(existsSync(typed) ? typed.href : specifier, context);
  },
  load(address, context, next) {
    if (!transformer || !address.startsWith(source) || !address.endsWith('.ts')) return next(address, context);
    const path = fileURLToPath(address);
    const { code, sourceMapPath } = transformer.transform(path, wanted, readFileSync(path, 'utf8'));
    maps.set(address, sourceMapPath);
    // Node reads the map itself where it counts lines (`npm run coverage`).
    const map = process.env.NODE_V8_COVERAGE ? `\n//# sourceMappingURL=${pathToFileURL(sourceMapPath)}` : '';
    return { format: 'module', source: `${code}${map}`, shortCircuit: true };
  },
});
