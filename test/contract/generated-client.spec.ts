import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { leastOf, resources } from './contract-tables.js';

/**
 * A TypeScript client as a caller would generate it from the API document: what it wants to be told, and what it does
 * not.
 */
interface Operation {
  readonly operationId: string;
  readonly requestBody?: object;
}

const place = {
  group: 'g',
  user: 'u',
  network: 'n',
  portal: 'p',
  role: 'r',
  n: '1',
  hex: '00:01',
  byte: '1',
  byte2: '2',
};
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'usher-client-'));
  // A path of two parts would be taken for a name in a registry of the generator's maker: hence a whole one.
  await run(process.execPath, [
    'node_modules/@hey-api/openapi-ts/bin/run.js',
    '--input',
    path.resolve('docs/openapi.json'),
    '--output',
    folder,
    '--plugins',
    '@hey-api/typescript',
    '--silent',
  ]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The type of a call's body, as the generator names it: `Users_change` takes `UsersChangeData['body']`. */
function bodyType(operation: Operation | undefined): string | undefined {
  if (!operation?.requestBody) return undefined;
  const name = operation.operationId
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  return `NonNullable<usher.${name}Data['body']>`;
}

test('a change needs no field, a new record those of the contract, and no other', async () => {
  const { paths } = JSON.parse(await readFile('docs/openapi.json', 'utf8')) as {
    paths: Record<string, { patch?: Operation; post?: Operation }>;
  };
  // A change of SCIM is a list of operations.
  const ours = Object.entries(paths).filter(([address]) => !address.startsWith('/scim/'));
  const changes = ours.flatMap(([, { patch }]) => bodyType(patch) ?? []);
  const creations = resources.flatMap((resource) => {
    const type = bodyType(paths[resource.path]?.post);
    const needed = Object.keys(resource.fields).filter(
      (field) => resource.fields[field].required && !resource.fields[field].openapiOptional,
    );
    return type ? [{ type, least: leastOf(resource, place), needed }] : [];
  });
  expect([changes.length > 15, creations.length > 12]).toEqual([true, true]);
  await writeFile(
    path.join(folder, 'caller.ts'),
    [
      "import type * as usher from './types.gen';",
      ...changes.map((type, index) => `export const change${index}: ${type} = {};`),
      ...creations.map(
        ({ type, least }, index) => `export const creation${index}: ${type} = ${JSON.stringify(least)};`,
      ),
      // Were these let through, the client would not ask for what a call needs.
      ...creations.flatMap(({ type, least, needed }, index) =>
        needed.map(
          (field) =>
            `// @ts-expect-error\nexport const creation${index}Without_${field}: ${type} = ` +
            `${JSON.stringify({ ...least, [field]: undefined })};`,
        ),
      ),
    ].join('\n'),
  );
  expect(await faultsOf(folder)).toBe('');
});

test('a connection is told by its connector: it wants the settings of that one and no other', async () => {
  const type = `NonNullable<usher.ConnectionsCreateData['body']>`;
  const settings = "{ host: '10.0.0.5', port: 5010, time_zone: 'Europe/Vienna' }";
  const fias = `{ name: 'Desk', connector: 'fias', settings: ${settings} }`;
  await writeFile(
    path.join(folder, 'caller.ts'),
    [
      "import type * as usher from './types.gen';",
      `export const known: ${type} = ${fias};`,
      `// @ts-expect-error\nexport const without: ${type} = ${fias.replace("host: '10.0.0.5', ", '')};`,
      `// @ts-expect-error\nexport const other: ${type} = ${fias.replace("'fias'", "'mews'")};`,
      `// @ts-expect-error\nexport const unknown: ${type} = ${fias.replace("'fias'", "'no-such'")};`,
    ].join('\n'),
  );
  expect(await faultsOf(folder)).toBe('');
});

/** What the compiler says of the caller. */
async function faultsOf(where: string): Promise<string> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  };
  await writeFile(path.join(where, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['caller.ts'] }));
  const { stdout } = await run(process.execPath, ['node_modules/typescript-native/bin/tsc', '--project', where]).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}
