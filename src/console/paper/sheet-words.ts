import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const sheetLanguages = ['en', 'de', 'fr', 'es', 'it', 'cs'] as const;
export type SheetLanguage = (typeof sheetLanguages)[number];

export interface SheetWords {
  readonly network: string;
  readonly code: string;
  readonly valid_until: string;
  readonly duration: string;
  readonly username: string;
  readonly password: string;
  readonly room: string;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** What stands behind a label reads from its own side, as it does where nothing stands before it. */
export function labelled(label: string, value: string): string {
  return `${label}: ${rightToLeft.test(value) ? `\u2068${value}\u2069` : value}`;
}

const known = new Map<SheetLanguage, SheetWords>();

/** config/templates/<language>.yaml, its part `sheet`. */
export function sheetWords(language: SheetLanguage): SheetWords {
  const words =
    known.get(language) ??
    (
      parse(
        readFileSync(fileURLToPath(new URL(`../../../config/templates/${language}.yaml`, import.meta.url)), 'utf8'),
      ) as { sheet: SheetWords }
    ).sheet;
  known.set(language, words);
  return words;
}
