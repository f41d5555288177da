import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const tables = fileURLToPath(new URL('../migrations/', import.meta.url));
const functions = fileURLToPath(new URL('../functions/', import.meta.url));

type Values = Readonly<Record<string, string>>;

/** The tables of a first schema: `migrations/<name>.sql`. After a release only a later migration changes them. */
export function tableFile(name: string): string {
  return readFileSync(`${tables}${name}.sql`, 'utf8');
}

/** The current form of a function with its rights and triggers: `functions/<name>.sql`. */
export function functionFile(name: string, values: Values = {}): string {
  return filled(readFileSync(`${functions}${name}.sql`, 'utf8'), values);
}

/** All functions of a folder, in any order: what they call and read is looked up when they run. */
export function functionFiles(folder: string, values: Values = {}): string[] {
  return filesIn(folder).map((name) => functionFile(path.join(folder, name), values));
}

/** The names of those functions. */
export function functionNames(folder: string): string[] {
  return filesIn(folder).map((name) => path.basename(name));
}

function filesIn(folder: string): string[] {
  return readdirSync(`${functions}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
}

/**
 * `{name}` is a value, or else the table of that name, which `apply` writes. Trigger functions write the tables that
 * they touch this way: on distributed tables a trigger runs beside a shard and must name the shard.
 */
function filled(text: string, values: Values): string {
  return text.replaceAll(/\{([a-z_]+)\}/g, (marked, name: string) => values[name] ?? marked);
}
