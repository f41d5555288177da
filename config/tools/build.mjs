import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** Runs `nest build` unless dist/ is newer than every source. */
export async function buildWhenNeeded() {
  // A stamp of our own: an incremental build leaves the files alone that it would write unchanged.
  const stamp = path.join(top, 'dist', '.built');
  if (changedAt(stamp) > newest(...['src', 'package.json', 'tsconfig.json', 'nest-cli.json', 'config/tsconfig.build.json'].map((name) => path.join(top, name)))) return;
  console.log('Building…');
  run('nest', ['build']);
  writeFileSync(stamp, '');
}

/** Compiles what is not part of the service (demo, simulators, benchmarks) to dist-tools/. */
export async function buildTools() {
  await buildWhenNeeded();
  run('tsc', ['-p', 'config/tsconfig.tools.json']);
}

function run(program, args) {
  const bin = path.join(top, 'node_modules', '.bin');
  const done = spawnSync(path.join(bin, program), args, { cwd: top, stdio: 'inherit', env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` } });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newest(...places) {
  return Math.max(...places.map((place) => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
    return Math.max(0, ...readdirSync(place).filter((name) => !name.endsWith('.spec.ts')).map((name) => newest(path.join(place, name))));
  }));
}
