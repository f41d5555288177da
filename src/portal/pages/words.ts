import type { PortalLanguage } from '../../console/captive-portals/portal-languages.js';
import { ar } from './texts/ar.js';
import { cs } from './texts/cs.js';
import { de } from './texts/de.js';
import { en } from './texts/en.js';
import { es } from './texts/es.js';
import { fr } from './texts/fr.js';
import { it } from './texts/it.js';
import { ja } from './texts/ja.js';
import { nl } from './texts/nl.js';
import type { Counted } from './texts/counted.js';
import type { PageTexts } from './texts/page-texts.js';
import { pl } from './texts/pl.js';
import { pt } from './texts/pt.js';
import { zh } from './texts/zh.js';

const texts: Readonly<Record<PortalLanguage, PageTexts>> = { en, de, fr, es, it, pt, nl, pl, cs, ja, zh, ar };

type KeysOf<Kind> = { [Key in keyof PageTexts]: PageTexts[Key] extends Kind ? Key : never }[keyof PageTexts];
export type TextKey = KeysOf<string>;
export type CountedKey = KeysOf<Counted>;

export function textsIn(language: PortalLanguage): PageTexts {
  return texts[language];
}

export function say(language: PortalLanguage, key: TextKey, values: Readonly<Record<string, string>> = {}): string {
  return filled(texts[language][key], values);
}

export function count(language: PortalLanguage, key: CountedKey, n: number): string {
  const forms = texts[language][key];
  const form = forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
  return filled(form, { n: new Intl.NumberFormat(language).format(n) });
}

/** A time as people there write it, by their wall clock. */
export function timeIn(language: PortalLanguage, instant: string, timeZone: string): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(language, form).format(new Date(instant));
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
