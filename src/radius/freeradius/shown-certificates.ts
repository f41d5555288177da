import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { keepFile } from './keep-file.js';
import { identityFile } from './run-folder.js';

/** FreeRADIUS takes 2 ms for each at its start. */
const most = 100;

/**
 * Puts the certificates of the oldest organizations where FreeRADIUS reads them at its start, because reading one when
 * a session begins costs as much CPU as half of a join by PEAP; those of all others it reads then. A file's name stands
 * for its content, so a renewed certificate has a new name, and the list says which one counts:
 * whoever started before that reads it from the file. Returns whether a running FreeRADIUS has to look at the list
 * again.
 */
export function showCertificates(folder: string, organizationIds: Iterable<string>): boolean {
  const shown = path.join(folder, 'shown');
  mkdirSync(shown, { recursive: true, mode: 0o700 });
  const ids = [...organizationIds].filter((id) => existsSync(identityFile(folder, id))).toSorted();
  const names = new Map<string, string>();
  for (const id of ids.slice(0, most)) {
    const text = readFileSync(identityFile(folder, id), 'utf8');
    const name = `${id}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(id, name);
    // FreeRADIUS wants the key in a file of its own.
    for (const ending of ['pem', 'key']) keepFile(path.join(shown, `${name}.${ending}`), text);
  }
  const before = listOf(folder);
  const list = [...names].map(([id, name]) => `${id}\tTLS-Session-Cert-File := 'shown/${name}.pem'\n`);
  // What the list named until now stays until the next change: FreeRADIUS may still go by it.
  for (const file of readdirSync(shown)) {
    const name = file.slice(0, file.lastIndexOf('.'));
    if (!before.includes(name) && ![...names.values()].includes(name)) rmSync(path.join(shown, file), { force: true });
  }
  if (before === list.join('') && existsSync(listFile(folder))) return false;
  writeList(folder, list.join(''));
  return before !== list.join('');
}

/** FreeRADIUS tells a changed file by the whole second of its time: each list is of a later one than the last. */
function writeList(folder: string, list: string): void {
  const file = listFile(folder);
  const former = existsSync(file) ? secondOf(file) : 0;
  keepFile(file, list);
  if (secondOf(file) <= former) utimesSync(file, former + 1, former + 1);
}

function secondOf(file: string): number {
  return Math.floor(statSync(file).mtimeMs / 1000);
}

/** In the syntax of FreeRADIUS' module `files`, by organization. */
function listFile(folder: string): string {
  return path.join(folder, 'certificates');
}

function listOf(folder: string): string {
  return existsSync(listFile(folder)) ? readFileSync(listFile(folder), 'utf8') : '';
}
