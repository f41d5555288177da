#!/usr/bin/env node
// The pages against the API's document: a field that is not there is an error here.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));
try {
  execFileSync(process.execPath, [`${top}node_modules/typescript-native/bin/tsc`, '-p', 'web/tsconfig.json'], {
    cwd: top,
    stdio: 'inherit',
  });
} catch {
  process.exit(1);
}
