import { readFileSync } from 'node:fs';
import type { MappingDocument } from '../../src/provisioning/connector/mapping/mapping-document.js';

const guide = readFileSync(new URL('../../docs/bring-your-own.md', import.meta.url), 'utf8');

/** The mappings that the guide shows, by the heading above each: what is documented is what is tested. */
export function workedMapping(heading: string): MappingDocument {
  const [, below] = guide.split(`## ${heading}\n`);
  const [, json] = /```json\n([\s\S]*?)```/.exec(below ?? '') ?? [];
  if (!json) throw new Error(`docs/bring-your-own.md shows no mapping under ${heading}`);
  return JSON.parse(json) as MappingDocument;
}

/** Every heading with a mapping below it. */
export const workedHeadings: readonly string[] = guide
  .split(/^### /m)
  .slice(1)
  .filter((part) => /^[^\n]*\n[\s\S]*?```json\n\{\s*"version"/.test(part))
  .map((part) => part.split('\n', 1)[0]);
