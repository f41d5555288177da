// Half of the time of a small file would go by loading what every file loads.
const shared = {
  testEnvironment: '<rootDir>/config/jest/environment.mjs',
  runtime: '<rootDir>/config/jest/runtime.mjs',
  injectGlobals: false,
};

const asksForContract = process.argv.some((each) => each.includes('connector-contract'));

/** Tests run as ES modules through SWC; type checking is its own step (npm run typecheck). */
export default {
  rootDir: '..',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  // A vendor file is a test file, too: the contract of all connectors, against the simulator made from it.
  testMatch: ['**/*.spec.ts', '**/connectors/*/*/vendor.yaml'],
  // Every connector's own file has what this one has together; it runs when its folder is asked for.
  testPathIgnorePatterns: ['/node_modules/', ...(asksForContract ? [] : ['connector-contract/every-connector'])],
  ...(process.env.USHER_TEST_APART ? {} : shared),
  extensionsToTreatAsEsm: ['.ts', '.yaml'],
  moduleFileExtensions: ['ts', 'yaml', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '/vendor\\.yaml$': '<rootDir>/config/jest/vendor-file.mjs',
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
        sourceMaps: true,
      },
    ],
  },
  testSequencer: '<rootDir>/config/jest/longest-first.mjs',
  globalSetup: '<rootDir>/test/database/global-setup.mjs',
  globalTeardown: '<rootDir>/test/database/global-teardown.mjs',
  // Ends what hangs, after the waits within a test have said what they wait for.
  testTimeout: 300_000,
  maxWorkers: 4,
  // Modules of one suite after another stay in a worker: above this, collecting garbage costs more than a fresh one.
  workerIdleMemoryLimit: '1GB',
  // On a busy machine a worker that has nothing open needs longer than the usual half a second to end. One that is
  // still there after this has something open.
  workerGracefulExitTimeout: 30_000,
};
