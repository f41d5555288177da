import { createRequire, isBuiltin } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import { SyntheticModule } from 'node:vm';
import Runtime from 'jest-runtime';
import { loadBy } from './loader.mjs';

const require = createRequire(import.meta.url);
const source = fileURLToPath(new URL('../../src/', import.meta.url));
const testList = require.resolve('jest-circus').replace('index.js', 'jestAdapterInit.js');

/** By address. They live as long as the worker. */
const shared = new Map();
/** Where the map of each transformed file lies, for stacks. */
const maps = new Map();

/**
 * Runs a test file among its worker's own globals (environment.mjs), where packages and the service itself are loaded
 * once for all files: they keep nothing of a test. Test code is loaded by each file anew.
 */
export default class SharingRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, ...others) {
    super(config, environment, resolver, transformer, ...others);
    loadBy(transformer, maps);
    this.transformCache.sourceMaps = maps;
    this.registries.esModuleRegistry = new SharedFirst();
    this.esmLoader.getContext = () => undefined;
  }

  /** Jest's own modules are shared too, but for the one that holds a file's tests. */
  requireInternalModule(from, to) {
    const path = to ? createRequire(from).resolve(to) : from;
    if (path === testList) delete require.cache[path];
    return require(path);
  }

  /** What a test requires by `createRequire` is shared like what it imports. */
  requireModule(from, name, ...others) {
    return name && !isBuiltin(name) ? createRequire(from)(name) : super.requireModule(from, name, ...others);
  }
}

/** The modules of a test file. */
class SharedFirst extends Map {
  get(address) {
    return super.get(address) ?? sharedModule(address);
  }

  has(address) {
    return this.get(address) !== undefined;
  }
}

function sharedModule(address) {
  if (!shared.has(address) && address.startsWith('file:')) {
    const path = fileURLToPath(address);
    if (isShared(path)) shared.set(address, asModule(address, require(path)));
  }
  return shared.get(address);
}

function isShared(path) {
  return path.includes(`${sep}node_modules${sep}`) || (path.startsWith(source) && !/\.spec\.ts$|\.yaml$/.test(path));
}

/** As Node imports it: all that a CommonJS module exports is its default too. */
function asModule(address, exported) {
  const named = types.isModuleNamespaceObject(exported) ? exported : { ...exported, default: exported };
  const module = new SyntheticModule(
    Object.keys(named),
    () => {
      for (const [name, value] of Object.entries(named)) module.setExport(name, value);
    },
    { identifier: address },
  );
  void module.evaluate();
  return module;
}
