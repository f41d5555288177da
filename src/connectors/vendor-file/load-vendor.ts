import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { FieldProblem } from '../../kernel/errors.js';
import { isObject } from '../../kernel/json/is-object.js';
import { Reach } from '../../kernel/reach.js';
import { StartProblem } from '../../kernel/start-problem.js';
import type { ConnectorDefinition } from '../../provisioning/connector/connector.js';
import { wrongInMapping } from '../../provisioning/connector/mapping/mapping-rules.js';
import { exampleSettings } from './setting-rules.js';
import { filledIn } from './template.js';
import type { VendorFile } from './vendor-file.js';
import { wrongReferences } from './vendor-checks.js';
import { vendorDefinition } from './vendor-definition.js';
import { vendorFile } from './vendor-rules.js';
import { readYaml } from './vendor-yaml.js';

const fileName = 'vendor.yaml';
const largestFile = 256 * 1024;
/** Of one file: a person mends these first. */
const mostFaults = 50;

/** Of whom no deployment has said that private addresses are permitted. */
const publicOnly = new Reach({ allowPrivateTargets: false });

const tooLarge = `1: has more than ${largestFile / 1024} KiB: leave out what the mapping does not read`;

/** Files that were refused: every fault of each, one a line, as `file:line: place what is wrong`. */
export class VendorFilesRefused extends StartProblem {
  constructor(readonly faults: readonly string[]) {
    super(`Vendor files are not as they must be (docs/vendor-files.md):\n${faults.join('\n')}`);
  }
}

/**
 * The connector that a file of the program describes. The build leaves its value as JSON beside it: to parse YAML, and
 * to check what the tests have checked, was a fifth of a start.
 * @throws VendorFilesRefused
 */
export function vendorAt(file: URL): ConnectorDefinition {
  const built = new URL('vendor.json', file);
  return existsSync(built)
    ? vendorDefinition(JSON.parse(readFileSync(built, 'utf8')) as VendorFile)
    : vendorsAt([file], [], publicOnly)[0];
}

/**
 * The connectors of a folder: of each `vendor.yaml` in it, at most two folders deep, links among them. Their keys are
 * none of `taken`, and their addresses are within `reach`.
 * @throws VendorFilesRefused for all of them at once
 */
export function vendorsIn(
  folder: string,
  taken: readonly string[],
  reach = publicOnly,
): readonly ConnectorDefinition[] {
  return vendorsAt(filesIn(folder, 2), taken, reach);
}

function vendorsAt(
  files: readonly (URL | string)[],
  taken: readonly string[],
  reach: Reach,
): readonly ConnectorDefinition[] {
  const read = files.map((file) => {
    const shown = file instanceof URL ? path.basename(path.dirname(file.pathname)) + '/vendor.yaml' : file;
    return { shown, ...vendorIn(file, reach) };
  });
  const keys = [...taken];
  const faults = read.flatMap(({ shown, file, faults: found }) => {
    const isTaken = file && keys.includes(file.key);
    if (file) keys.push(file.key);
    return [...found, ...(isTaken ? [`1: key ${file.key} is another connector's: choose one of your own`] : [])].map(
      (fault) => `${shown}:${fault}`,
    );
  });
  if (faults.length > 0) throw new VendorFilesRefused(faults);
  return read.map(({ file }) => vendorDefinition(file!));
}

/** What is no plain file, a device or a pipe, could be read without end. */
export function vendorIn(file: URL | string, reach: Reach): ReturnType<typeof readVendor> {
  const found = sizeOf(file);
  if (typeof found === 'string') return { faults: [`1: cannot be read: ${found}`] };
  if (!found.isFile()) return { faults: ['1: is no file: put the words of the vendor here'] };
  if (found.size > 4 * largestFile) return { faults: [tooLarge] };
  const bytes = readFileSync(file);
  return isUtf8(bytes) ? readVendor(bytes.toString('utf8'), reach) : { faults: ['1: is not UTF-8: save it as that'] };
}

function sizeOf(file: URL | string): Stats | string {
  try {
    return statSync(file);
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** What a volume or a ConfigMap has beside what was put there: Kubernetes keeps each file twice, behind `..data`. */
const notLookedAt = /^(\..*|lost\+found)$/;

/** Links are followed, as many folders deep; what several of them lead to counts once, where it is nearest. */
function filesIn(folder: string, depth: number): string[] {
  const found = new Map<string, string>();
  const faults: string[] = [];
  const folders = new Map([[realOf(folder), folder]]);
  let level = [folder];
  for (let deep = 0; deep <= depth; deep += 1) {
    const entries = level.flatMap((place) => entriesOf(place).map((name) => path.join(place, name)));
    level = [];
    for (const entry of entries) {
      const is = sizeOf(entry);
      if (typeof is === 'string') faults.push(`${entry}:1: cannot be read: ${is}`);
      else if (is.isDirectory() && !folders.has(realOf(entry))) {
        folders.set(realOf(entry), entry);
        level.push(entry);
      } else if (is.isDirectory()) continue;
      else if (path.basename(entry) === fileName) found.set(realOf(entry), entry);
      else if (/^vendor\.ya?ml$/i.test(path.basename(entry)))
        faults.push(`${entry}:1: is not read: call it ${fileName}`);
    }
  }
  for (const file of level.map((place) => path.join(place, fileName)))
    if (existsSync(file)) faults.push(`${file}:1: lies deeper than ${depth} folders: it is not read there`);
  if (faults.length > 0) throw new VendorFilesRefused(faults);
  return [...found.values()];
}

function realOf(place: string): string {
  return existsSync(place) ? realpathSync(place) : place;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !notLookedAt.test(name))
      .sort();
  } catch (error) {
    throw new VendorFilesRefused([`${folder}: cannot be read: ${(error as NodeJS.ErrnoException).code}`]);
  }
}

/**
 * A file, or everything that is wrong with it, each fault with its line. `reach`: where its own addresses may lead.
 */
export function readVendor(
  text: string,
  reach = publicOnly,
): { readonly file?: VendorFile; readonly faults: readonly string[] } {
  if (text.length > largestFile) return { faults: [tooLarge] };
  const { value, faults, faultAt } = readYaml(text);
  if (faults.length > 0) return { faults: firstOf(faults) };
  const misshapen = vendorFile(value, '#');
  const problems =
    misshapen.length > 0 ? [...misshapen, ...mappingOf(value)] : wrongReferences(value as VendorFile, reach);
  if (problems.length === 0) return { file: value as VendorFile, faults: [] };
  return { faults: firstOf(problems.map(faultAt)) };
}

function firstOf(faults: readonly string[]): readonly string[] {
  return faults.length > mostFaults
    ? [...faults.slice(0, mostFaults), `1: and ${faults.length - mostFaults} more: mend these first`]
    : faults;
}

/** What is wrong with the mapping of a file that is wrong elsewhere, too: all faults are named at once. */
function mappingOf(value: unknown): readonly FieldProblem[] {
  return isObject(value) && isObject(value.mapping)
    ? wrongInMapping(filledIn(value.mapping, exampleSettings(value)), '#/mapping', { source: 'list' })
    : [];
}
