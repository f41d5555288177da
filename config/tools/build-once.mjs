import { mkdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWhenNeeded } from './build.mjs';

// Test files of one run build at the same time: a folder is the lock (mkdir is atomic), given up on after two minutes.
const lock = fileURLToPath(new URL('../../node_modules/.usher-build-lock', import.meta.url));
for (;;) {
  try {
    mkdirSync(lock);
    break;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > 120_000) rmSync(lock, { recursive: true, force: true });
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
process.on('exit', () => rmSync(lock, { recursive: true, force: true }));
await buildWhenNeeded();
