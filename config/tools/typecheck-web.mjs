#!/usr/bin/env node
// The pages against the API's document: a field that is not there is an error here.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));
const run = (program, ...given) =>
  execFileSync(process.execPath, [`${top}node_modules/${program}`, ...given], {
    cwd: top,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

// Fields with a default are optional in what is sent.
const options = ['-o', 'web/src/api/schema.d.ts', '--default-non-nullable', 'false'];
run('openapi-typescript/bin/cli.js', 'docs/openapi.json', ...options);
try {
  execFileSync(process.execPath, [`${top}node_modules/typescript/bin/tsc`, '-p', 'web/tsconfig.json'], {
    cwd: top,
    stdio: 'inherit',
  });
} catch {
  process.exit(1);
}
