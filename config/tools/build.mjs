import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));
const bin = path.join(top, 'node_modules', '.bin');
// A stamp of our own, with what was built in it: an incremental build leaves the files alone that it would write
// unchanged.
const stamp = path.join(top, 'dist', '.built');
const sources = ['src', 'package.json', 'tsconfig.json', 'nest-cli.json', 'config/tsconfig.build.json'].map((name) =>
  path.join(top, name),
);

/** `npm run build`: builds to dist/, and leaves there what `npm start` and the other commands look for. */
export function build() {
  const files = sources.flatMap(filesIn);
  if (files.length === 0) giveUp('there is nothing to build: src/ is not here');
  const digest = digestOf(files);
  run('nest', ['build'], 'dist');
  chmodSync(path.join(top, 'dist', 'bin', 'usher.js'), 0o755);
  writeFileSync(stamp, digest);
}

/** Builds unless dist/ is of these very sources. */
export async function buildWhenNeeded() {
  if (isBuilt()) return;
  build();
}

/** Compiles what is not part of the service (demo, simulators, benchmarks) to dist-tools/. */
export async function buildTools() {
  await buildWhenNeeded();
  run('tsc', ['-p', 'config/tsconfig.tools.json'], 'dist-tools');
  // What the compiler leaves where it is: SQL and templates that are read as they stand.
  const isReadAsItIs = (file) => statSync(file).isDirectory() || /\.(?:sql|eta)$/.test(file);
  for (const area of ['database', 'portal'])
    cpSync(path.join(top, 'src', area), path.join(top, 'dist-tools', 'src', area), {
      recursive: true,
      filter: isReadAsItIs,
    });
}

function isBuilt() {
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return false;
  const files = sources.flatMap(filesIn);
  if (files.every((file) => statSync(file).mtimeMs < builtAt)) return true;
  // Copied, or checked out anew: the times say nothing, the content does.
  if (readFileSync(stamp, 'utf8') !== digestOf(files)) return false;
  try {
    utimesSync(stamp, new Date(), new Date());
  } catch {
    // Not ours to write: it is looked at again at the next start.
  }
  return true;
}

/** @param {string} folder where it writes */
function run(program, args, folder) {
  if (!existsSync(path.join(bin, program)))
    giveUp(
      `${folder}/ has to be built, and what builds it is not installed (\`npm prune --omit=dev\` takes it ` +
        `away): run \`npm ci\` first`,
    );
  const target = existsSync(path.join(top, folder)) ? path.join(top, folder) : top;
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    giveUp(
      `${folder}/ has to be built, and this user may not write to ${target} (${error.code}): do it as the one ` +
        'whose folder it is',
    );
  }
  if (folder === 'dist') console.log('Building…');
  const done = spawnSync(path.join(bin, program), args, {
    cwd: top,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  if (done.error) giveUp(`${program} cannot be run: ${done.error.message}`);
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function giveUp(why) {
  console.error(why);
  process.exit(1);
}

function filesIn(place) {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => !name.endsWith('.spec.ts'))
    .toSorted()
    .flatMap((name) => filesIn(path.join(place, name)));
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${path.relative(top, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}
