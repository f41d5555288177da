import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, isCollection, isMap, isNode, isPair, LineCounter, parseDocument } from 'yaml';
import type { FieldProblem } from '../../kernel/errors.js';
import { isObject } from '../../kernel/json/is-object.js';
import { StartProblem } from '../../kernel/start-problem.js';
import type { ConnectorDefinition } from '../../provisioning/connector/connector.js';
import { wrongInMapping } from '../../provisioning/connector/mapping/mapping-rules.js';
import { exampleSettings } from './setting-rules.js';
import { filledIn } from './template.js';
import type { VendorFile } from './vendor-file.js';
import { wrongReferences } from './vendor-checks.js';
import { vendorDefinition } from './vendor-definition.js';
import { vendorFile } from './vendor-rules.js';

const largestFile = 256 * 1024;

/** Files that were refused: every fault of each, one a line, as `file:line: place what is wrong`. */
export class VendorFilesRefused extends StartProblem {
  constructor(readonly faults: readonly string[]) {
    super(`Vendor files are not as they must be (docs/vendor-files.md):\n${faults.join('\n')}`);
  }
}

/**
 * The connector that a file describes.
 * @throws VendorFilesRefused
 */
export function vendorAt(file: URL | string): ConnectorDefinition {
  return vendorsAt([file])[0];
}

/**
 * The connectors of a folder: of each `vendor.yaml` in it, at most two folders deep. Their keys are none of `taken`.
 * @throws VendorFilesRefused for all of them at once
 */
export function vendorsIn(folder: string, taken: readonly string[]): readonly ConnectorDefinition[] {
  return vendorsAt(filesIn(folder, 2).sort(), taken);
}

function vendorsAt(files: readonly (URL | string)[], taken: readonly string[] = []): readonly ConnectorDefinition[] {
  const read = files.map((file) => {
    const shown = file instanceof URL ? path.basename(path.dirname(file.pathname)) + '/vendor.yaml' : file;
    return { shown, ...readVendor(readFileSync(file, 'utf8')) };
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

function filesIn(folder: string, depth: number): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) return depth > 0 ? filesIn(place, depth - 1) : [];
      return entry.name === 'vendor.yaml' ? [place] : [];
    });
  } catch (error) {
    throw new VendorFilesRefused([`${folder}: cannot be read: ${(error as NodeJS.ErrnoException).code}`]);
  }
}

/** A file, or everything that is wrong with it, each fault with its line. */
export function readVendor(text: string): { readonly file?: VendorFile; readonly faults: readonly string[] } {
  if (text.length > largestFile) return { faults: [`1: has more than ${largestFile / 1024} KiB`] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: true, prettyErrors: false });
  if (document.errors.length > 0)
    return { faults: document.errors.map(({ pos, message }) => `${lines.linePos(pos[0]).line}: ${message}`) };
  const value = valueOf(document);
  if (value instanceof Error) return { faults: [`1: ${value.message}`] };
  const misshapen = vendorFile(value, '#');
  const problems = misshapen.length > 0 ? [...misshapen, ...mappingOf(value)] : wrongReferences(value as VendorFile);
  if (problems.length === 0) return { file: value as VendorFile, faults: [] };
  return { faults: problems.map((problem) => faultAt(problem, document, lines)) };
}

/** What is wrong with the mapping of a file that is wrong elsewhere, too: all faults are named at once. */
function mappingOf(value: unknown): readonly FieldProblem[] {
  return isObject(value) && isObject(value.mapping)
    ? wrongInMapping(filledIn(value.mapping, exampleSettings(value)), '#/mapping', { source: 'list' })
    : [];
}

/** Aliases are few, so that a small file stays small. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 }) as unknown;
  } catch (error) {
    return error;
  }
}

function faultAt({ pointer, detail }: FieldProblem, document: Document, lines: LineCounter): string {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return `${lines.linePos(offsetOf(document, tokens)).line}: ${tokens.join('/') || 'the file'} ${detail}`;
}

/** Where a place of the document begins; of one that is not there, where the nearest around it begins. */
function offsetOf(document: Document, tokens: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const token of tokens) {
    if (!isCollection(node)) break;
    const item: unknown = isMap(node)
      ? node.items.find(({ key }) => isNode(key) && String(key) === token)
      : node.items[Number(token)];
    if (item === undefined) break;
    node = isPair(item) ? item.value : item;
    const shown = isPair(item) ? item.key : item;
    offset = (isNode(shown) && shown.range?.[0]) || offset;
  }
  return offset;
}
