#!/usr/bin/env node
// `npm run openapi`: writes docs/openapi.json and the types of clients/typescript; with --check it only compares both.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));
const types = path.join(top, 'clients/typescript/schema.d.ts');
const given = process.argv.slice(2);
const run = (program, ...parameters) =>
  spawnSync(process.execPath, [path.join(top, program), ...parameters], { cwd: top, stdio: 'inherit' }).status ?? 1;

/** Fields with a default are optional in what is sent. */
function generate(file) {
  execFileSync(
    process.execPath,
    [
      path.join(top, 'node_modules/openapi-typescript/bin/cli.js'),
      'docs/openapi.json',
      '-o',
      file,
      '--default-non-nullable',
      'false',
    ],
    { cwd: top, stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

const status = run('config/tools/built.mjs', 'openapi', ...given);
if (status !== 0) process.exit(status);
if (!given.includes('--check')) generate(types);
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'usher-types-'));
  const anew = path.join(folder, 'schema.d.ts');
  try {
    generate(anew);
    if (!existsSync(types) || readFileSync(anew, 'utf8') !== readFileSync(types, 'utf8')) {
      process.stderr.write('clients/typescript/schema.d.ts is stale: run npm run openapi and commit it\n');
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
