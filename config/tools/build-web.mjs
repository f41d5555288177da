import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Less is not worth a second file. */
const leastBytes = 1_000;

/**
 * Writes each file of the folder a second and third time, compressed as browsers take it: no request has to wait for
 * it.
 */
export function compressFiles(folder) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (!/\.(?:js|css|svg|json)$/.test(name) || statSync(file).size < leastBytes) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
  }
}

/** Kilobytes of 1,024, as a browser that takes gzip loads them. */
const mostOfFirst = { 'index.html': 156, 'desk.html': 144 };
const stylesMost = 27;
/** Of any other file that a page loads, the texts of a language included. */
const chunkMost = 30;
/** Files that a page needs beside the first ones: a browser asks for six at a time. */
const filesMost = 16;

/** @returns sentences about what is larger than allowed */
export function tooLarge(folder) {
  const names = readdirSync(path.join(folder, 'assets'));
  const size = (name) => gzipSync(readFileSync(path.join(folder, 'assets', name)), { level: 9 }).length / 1024;
  const pages = Object.entries(mostOfFirst).filter(([page]) => existsSync(path.join(folder, page)));
  const firsts = pages.map(([page, most]) => ({
    of: `scripts of ${page}`,
    most,
    files: [...firstFiles(folder, page)],
  }));
  const styles = names.filter((name) => name.endsWith('.css'));
  const totals = [...firsts, { of: 'styles', most: stylesMost, files: styles }].map(({ of, most, files }) => {
    const sum = files.reduce((all, name) => all + size(name), 0);
    return sum > most ? `${of}: ${sum.toFixed(1)} kB of ${most}` : undefined;
  });
  const first = new Set(firsts.flatMap(({ files }) => files));
  const chunks = names
    .filter((name) => name.endsWith('.js') && !first.has(name) && size(name) > chunkMost)
    .map((name) => `assets/${name}: ${size(name).toFixed(1)} kB of ${chunkMost}`);
  const ahead = path.join(folder, 'ahead.json');
  const { pages: needed } = existsSync(ahead) ? JSON.parse(readFileSync(ahead, 'utf8')) : { pages: {} };
  const many = Object.entries(needed)
    .filter(([, files]) => files.length > filesMost)
    .map(([page, files]) => `${page}: ${files.length} files of ${filesMost}`);
  return [...totals, ...chunks, ...many].filter((sentence) => sentence !== undefined);
}

/** What a page names, and what those import at once. */
function firstFiles(folder, page) {
  const first = new Set();
  const named = [...readFileSync(path.join(folder, page), 'utf8').matchAll(/assets\/([\w.-]+\.js)/g)];
  const queue = named.map(([, name]) => name);
  for (let name = queue.pop(); name; name = queue.pop()) {
    if (first.has(name)) continue;
    first.add(name);
    const code = readFileSync(path.join(folder, 'assets', name), 'utf8');
    for (const [, imported] of code.matchAll(/(?:^|[;}\s])import(?:[^"'()]*from)?\s*["']\.\/([\w.-]+\.js)["']/g))
      queue.push(imported);
  }
  return first;
}
