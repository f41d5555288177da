import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { nodeProgram, stage, top } from './stage.mjs';

const home = 'usr/lib/usher';
const documents = 'usr/share/doc/usher';
/** Whoever builds it says who answers for it. */
const maintainer = process.env.DEBEMAIL ?? 'usher@localhost.localdomain';
const part = (name) => readFileSync(path.join(top, 'deploy/debian', name), 'utf8');

/**
 * Builds the package for Debian 12 and later into the folder `to`. PostgreSQL and FreeRADIUS are Debian's own, Node
 * comes with it.
 * @param {string} to
 * @param {{ compression?: string[], ownOnly?: boolean }} options compression as dpkg-deb takes it; without Node and the
 * packages of others it is small, for a look at the rest
 * @returns {string} the file
 */
export function debianPackage(to, { compression = ['-Zxz'], ownOnly = false } = {}) {
  const { version } = JSON.parse(readFileSync(path.join(top, 'package.json'), 'utf8'));
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
  const root = mkdtempSync(path.join(tmpdir(), 'usher-deb-'));
  try {
    chmodSync(root, 0o755);
    stage(path.join(root, home), { bundledPostgres: false, ownOnly });
    const put = placer(root, (text) => text.replaceAll('@VERSION@', version));
    if (!ownOnly) placeNode(path.join(root, home, 'bin'));
    put('usr/bin/usher', part('usher.sh'), 0o755);
    put('usr/share/man/man1/usher.1.gz', part('usher.1'));
    put('usr/lib/sysusers.d/usher.conf', part('usher.sysusers'));
    put('etc/usher.env', part('usher.env'), 0o600);
    for (const unit of ['usher.service', 'usher-radius.service']) put(`lib/systemd/system/${unit}`, unitOf(unit));
    put(`${documents}/copyright`, part('copyright'));
    put(`${documents}/changelog.gz`, changelog(version));
    put('usr/share/lintian/overrides/usher', part('lintian-overrides'));
    moveDocuments(root);
    ordinaryModes(root);
    const size = execFileSync('du', ['-sk', '--apparent-size', root], { encoding: 'utf8' }).split('\t')[0];
    const control = part('control').replace('@ARCHITECTURE@', architecture).replace('@SIZE@', size);
    put('DEBIAN/control', control.replace('@MAINTAINER@', maintainer));
    put('DEBIAN/conffiles', '/etc/usher.env\n');
    for (const script of ['postinst', 'prerm', 'postrm']) put(`DEBIAN/${script}`, part(script), 0o755);
    put('DEBIAN/md5sums', sums(root));
    mkdirSync(to, { recursive: true });
    const file = path.join(to, `usher_${version}_${architecture}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, file], { stdio: 'ignore' });
    return file;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function placeNode(folder) {
  mkdirSync(folder);
  copyFileSync(nodeProgram(), path.join(folder, 'node'));
  chmodSync(path.join(folder, 'node'), 0o755);
}

/** The unit of a checkout, where the package has things. */
function unitOf(name) {
  return readFileSync(path.join(top, 'deploy/systemd', name), 'utf8')
    .replaceAll('/opt/usher/node_modules/.bin/node', `/${home}/bin/node`)
    .replaceAll('file:///opt/usher/docs/operations.md', 'man:usher(1)')
    .replaceAll('/opt/usher', `/${home}`);
}

/** Of the last commit, or of the release: the same sources make the same package. */
function changelog(version) {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? lastCommit();
  const date = new Date(Number(seconds) * 1000).toUTCString().replace('GMT', '+0000');
  const entry = '  * As CHANGELOG.md of the project says.';
  return `usher (${version}) unstable; urgency=medium\n\n${entry}\n\n -- Usher <${maintainer}>  ${date}\n`;
}

function lastCommit() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: top, encoding: 'utf8' }).trim();
  } catch {
    return '0';
  }
}

function placer(root, filled) {
  return (at, text, mode = 0o644) => {
    const file = path.join(root, at);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, at.endsWith('.gz') ? gzipSync(filled(text), { level: 9 }) : filled(text));
    chmodSync(file, mode);
  };
}

function moveDocuments(root) {
  const to = path.join(root, documents);
  for (const name of ['sbom.cdx.json', 'LICENCES', 'NOTICE']) {
    cpSync(path.join(root, home, name), path.join(to, name));
    rmSync(path.join(root, home, name));
  }
  rmSync(path.join(root, home, 'LICENSE'));
  rmSync(path.join(root, home, 'LICENSE.node'), { force: true });
  const [node] = globSync(path.join(top, 'node_modules/node/node_modules/*/LICENSE'));
  if (node) cpSync(node, path.join(to, 'LICENSE.node'));
}

/** Some packages bring programs' marks on files that nobody starts. */
function ordinaryModes(root) {
  execFileSync('find', [path.join(root, home), '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
  const own = ['-not', '-path', `${path.join(root, home)}/bin/*`, '-not', '-path', '*/dist/bin/usher.js'];
  execFileSync('find', [path.join(root, home), '-type', 'f', ...own, '-exec', 'chmod', '644', '{}', '+']);
}

function sums(root) {
  const find = "find . -type f -not -path './DEBIAN/*' -printf '%P\\0' | sort -z | xargs -0 md5sum";
  return execFileSync('sh', ['-c', find], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
}
