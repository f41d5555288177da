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
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBuildLock } from './build-lock.mjs';
import { compressFiles, tooLarge } from './build-web.mjs';

const require = createRequire(import.meta.url);
const top = fileURLToPath(new URL('../../', import.meta.url));
const bin = path.join(top, 'node_modules', '.bin');
const inTop = (name) => path.join(top, name);

/**
 * What is built, from what, and by what. Each has a stamp of our own with the digest of what was built: an incremental
 * build leaves the files alone that it would write unchanged.
 */
const parts = [
  {
    folder: 'dist',
    sources: [
      'src',
      'package.json',
      'tsconfig.json',
      'nest-cli.json',
      'config/tsconfig.build.json',
      'config/rolldown.config.mjs',
    ].map(inTop),
    build: buildCommand,
  },
  { folder: 'dist/web', sources: ['web', 'clients', 'package-lock.json'].map(inTop), build: buildPages },
];

/** `npm run build`: builds to dist/, and leaves there what `npm start` and the other commands look for. */
export async function build() {
  await withBuildLock(() => {
    for (const part of parts) buildPart(part);
  });
}

/** Builds unless dist/ is of these very sources, or somebody else just did. */
export async function buildWhenNeeded() {
  if (parts.every(isBuilt)) return;
  await withBuildLock(() => {
    for (const part of parts) if (!isBuilt(part)) buildPart(part);
  });
}

function buildPart({ folder, sources, build }) {
  const files = sources.flatMap(filesIn);
  if (files.length === 0) giveUp(`there is nothing to build: ${path.relative(top, sources[0])}/ is not here`);
  const digest = digestOf(files);
  build();
  writeFileSync(inTop(`${folder}/.built`), digest);
}

/** The command: compiled, then a few files of many, with what they read beside them. */
function buildCommand() {
  run('nest', ['build'], 'dist');
  rmSync(inTop('dist/bin'), { recursive: true, force: true });
  run('rolldown', ['--config', 'config/rolldown.config.mjs', '--log-level', 'silent'], 'dist');
  chmodSync(inTop('dist/bin/usher.js'), 0o755);
  copyRead('dist-modules', 'dist');
  for (const name of readdirSync(inTop('dist'), { recursive: true }))
    if (name.endsWith('/vendor.yaml')) writeAsJson(inTop(path.join('dist', name)));
}

/** Beside it, as src/connectors/vendor-file/load-vendor.ts looks for it. */
function writeAsJson(file) {
  const { parse } = require('yaml');
  const value = parse(readFileSync(file, 'utf8'), { merge: true });
  writeFileSync(file.replace(/yaml$/, 'json'), JSON.stringify(value));
}

/** The pages of the console: what a browser loads, compressed, and no larger than agreed. */
function buildPages() {
  run('vite', ['build', '--logLevel', 'warn'], 'dist/web', inTop('web'));
  compressFiles(inTop('dist/web/assets'));
  const large = tooLarge(inTop('dist/web'));
  if (large.length > 0) giveUp(`pages are larger than agreed (config/tools/build-web.mjs):\n  ${large.join('\n  ')}`);
}

/** Compiles what is not part of the service (demo, simulators, benchmarks) to dist-tools/. */
export async function buildTools() {
  await buildWhenNeeded();
  // By its path: "tsc" in .bin is TypeScript 6 or 7, whichever npm put there last.
  run('../typescript-native/bin/tsc', ['-p', 'config/tsconfig.tools.json'], 'dist-tools');
  // What the compiler leaves where it is.
  for (const area of ['database', 'portal']) copyRead(`src/${area}`, `dist-tools/src/${area}`);
}

/** Copies what is read as it stands: SQL, templates, vendor files. */
function copyRead(from, to) {
  for (const name of readdirSync(inTop(from), { recursive: true }))
    if (/\.(?:sql|eta|yaml)$/.test(name)) cpSync(inTop(path.join(from, name)), inTop(path.join(to, name)));
}

function isBuilt({ folder, sources }) {
  const stamp = inTop(`${folder}/.built`);
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
function run(program, args, folder, cwd = top) {
  if (!existsSync(path.join(bin, program)))
    giveUp(
      `${folder}/ has to be built, and what builds it is not installed (\`npm prune --omit=dev\` takes it ` +
        `away): run \`npm ci\` first`,
    );
  const target = [folder, path.dirname(folder)].map(inTop).find((each) => existsSync(each)) ?? top;
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    giveUp(
      `${folder}/ has to be built, and this user may not write to ${target} (${error.code}): do it as the one ` +
        'whose folder it is',
    );
  }
  if (program === 'nest') console.log('Building…');
  if (folder === 'dist/web') console.log('Building the pages…');
  const done = spawnSync(path.join(bin, program), args, {
    cwd,
    // Rolldown lists each file on its standard output, and says what is wrong on the other.
    stdio: ['inherit', program === 'rolldown' ? 'ignore' : 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
      // Tests build as well, and React is three times as large when it is not for production.
      NODE_ENV: 'production',
      // It recommends its native transform, whose binaries npm leaves out under Node 20.
      LINGUI_SUPPRESS_BABEL_WARNING: '1',
    },
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
    .filter((name) => !name.endsWith('.spec.ts') && name !== 'schema.d.ts')
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
