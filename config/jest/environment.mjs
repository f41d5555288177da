import { ModuleMocker } from 'jest-mock';

const globals = Object.getOwnPropertyDescriptors(globalThis);
/** Where jest-circus keeps a file's tests, and who hears of them. It counts on globals that go with the file. */
const keptByCircus = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

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
  open = counted();

  constructor(_, { testPath }) {
    this.file = testPath;
  }

  /** Jest ends a worker by a signal, at which Node would not write what lines it ran (`npm run coverage`). */
  async setup() {
    if (process.env.NODE_V8_COVERAGE && process.listenerCount('SIGTERM', writeCoverage) === 0)
      process.on('SIGTERM', writeCoverage);
  }

  async teardown() {
    if (process.env.USHER_TEST_OPEN) await this.tellWhatIsOpen();
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const [name, before] of Object.entries(globals)) {
      const now = Object.getOwnPropertyDescriptor(globalThis, name);
      if (before.configurable && (now?.value !== before.value || now?.get !== before.get))
        Object.defineProperty(globalThis, name, before);
    }
    // Else each file's listeners would hear, and tell Jest, of the tests of all files after it, and keep its modules.
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (keptByCircus.has(symbol.description)) delete globalThis[symbol];
  }

  /** What keeps a worker from ending by itself. What was just closed needs a moment. */
  async tellWhatIsOpen() {
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    const left = Object.entries(counted()).flatMap(([kind, count]) => {
      const more = count - (this.open[kind] ?? 0);
      return more > 0 ? [`${more} ${kind}`] : [];
    });
    if (left.length > 0) process.stderr.write(`${this.file} leaves open: ${left.join(', ')}\n`);
  }

  /** The worker's own context has no name that could be given. */
  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}

function writeCoverage() {
  process.exit();
}

/** https://nodejs.org/api/process.html#processgetactiveresourcesinfo: only what keeps the process alive. */
function counted() {
  const counts = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
