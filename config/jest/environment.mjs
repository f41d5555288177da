import { ModuleMocker } from 'jest-mock';

const globals = Object.getOwnPropertyDescriptors(globalThis);

/**
 * A test file's surroundings are its worker's own globals, so that what the files share (runtime.mjs) knows their
 * errors, arrays and dates as its own. What a file changes in them is put back; what a package adds stays.
 */
export default class WorkerEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  variables = { ...process.env };
  exit = process.exit;

  async setup() {}

  async teardown() {
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const [name, before] of Object.entries(globals)) {
      const now = Object.getOwnPropertyDescriptor(globalThis, name);
      if (before.configurable && (now?.value !== before.value || now?.get !== before.get))
        Object.defineProperty(globalThis, name, before);
    }
  }

  /** The worker's own context has no name that could be given. */
  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}
