/** Tests run as ES modules through SWC; type checking is its own step (npm run typecheck). */
export default {
  rootDir: '..',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
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
        sourceMaps: 'inline',
      },
    ],
  },
  globalSetup: '<rootDir>/test/database/global-setup.mjs',
  globalTeardown: '<rootDir>/test/database/global-teardown.mjs',
  // Ends what hangs, after the waits within a test have said what they wait for.
  testTimeout: 300_000,
  maxWorkers: 3,
  // Modules of one suite after another stay in a worker: above this, collecting garbage costs more than a fresh one.
  workerIdleMemoryLimit: '1GB',
};
