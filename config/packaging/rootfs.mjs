import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { nodeProgram, stage } from './stage.mjs';

/** Whoever it runs as has no name elsewhere; the number is the one that images without a shell have for nobody. */
const accounts = {
  passwd: 'root:x:0:0:root:/root:/sbin/nologin\nusher:x:65532:65532:usher:/data:/sbin/nologin\n',
  group: 'root:x:0:\nusher:x:65532:\n',
  // A server in the network is found by DNS.
  'nsswitch.conf': 'hosts: files dns\n',
};

/**
 * Writes to `folder` a root file system with Usher, Node and the libraries that both load, and nothing else: no shell,
 * no package manager, no compiler. The libraries are this machine's.
 * @param {string} folder
 */
export function rootfs(folder) {
  stage(path.join(folder, 'opt/usher'), { bundledPostgres: false });
  const node = path.join(folder, 'usr/bin/node');
  mkdirSync(path.dirname(node), { recursive: true });
  copyFileSync(nodeProgram(), node);
  chmodSync(node, 0o755);
  const modules = globSync('opt/usher/node_modules/**/*.node', { cwd: folder }).map((at) => path.join(folder, at));
  for (const library of librariesOf([node, ...modules])) copyTo(folder, library);
  mkdirSync(path.join(folder, 'etc'));
  for (const [name, text] of Object.entries(accounts)) writeFileSync(path.join(folder, 'etc', name), text);
  for (const name of ['data', 'tmp', 'proc', 'sys', 'dev']) mkdirSync(path.join(folder, name));
  chmodSync(path.join(folder, 'tmp'), 0o1777);
}

/** Modules that would bring an interpreter or another kind of server with them; our configuration loads none. */
const languages = /rlm_(?:perl|python|ruby|lua|krb5|ldap|sql_(?!postgresql))/;
const packages = ['freeradius', 'freeradius-postgresql', 'freeradius-common', 'libfreeradius3'];
const belonging = /^\/usr\/(?:sbin\/freeradius$|lib\/freeradius\/.*\.so|share\/freeradius\/)/;

/**
 * Writes to `folder` what a root file system of Usher lacks to run the installed FreeRADIUS of Debian: the server, what
 * it loads by name, and its dictionaries.
 * @param {string} folder
 */
export function freeRadius(folder) {
  const files = execFileSync('dpkg', ['-L', ...packages], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => belonging.test(file) && !languages.test(file))
    .filter((file) => existsSync(file) && !lstatSync(file).isDirectory());
  // MD4, by which MS-CHAPv2 hashes passwords, is in OpenSSL's provider of old algorithms.
  files.push(...globSync('/usr/lib/*/ossl-modules/legacy.so'));
  const programs = files.filter((file) => !file.startsWith('/usr/share/'));
  for (const file of [...files, ...librariesOf(programs)]) copyTo(folder, file);
}

/** By what the loader says; a module that npm brought names libraries that `node` itself does not. */
function librariesOf(programs) {
  const said = execFileSync('ldd', programs, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return new Set([...said.matchAll(/(?:=> |^\t)(\/\S+) \(0x/gm)].map(([, library]) => library));
}

/** Under the path by which it is asked for, whatever it is a link to. */
function copyTo(folder, file) {
  const to = path.join(folder, file);
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(realpathSync(file), to);
}
