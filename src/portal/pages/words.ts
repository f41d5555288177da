import { type PortalLanguage, portalLanguages } from '../../console/captive-portals/portal-languages.js';
import { directionOf } from './languages.js';
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
import { type CardTexts, cardTexts } from './texts/card-texts.js';
import { type EndedTexts, endedTexts } from './texts/ended-texts.js';
import { type PaidTexts, paidTexts } from './texts/paid-texts.js';
import { type PayMinutesTexts, payMinutesTexts } from './texts/pay-minutes-texts.js';
import { pl } from './texts/pl.js';
import { type ProviderTexts, providerTexts } from './texts/provider-texts.js';
import { pt } from './texts/pt.js';
import { type RemedyTexts, remedyTexts } from './texts/remedy-texts.js';
import { zh } from './texts/zh.js';

type AllTexts = PageTexts & PaidTexts & CardTexts & EndedTexts & ProviderTexts & PayMinutesTexts & RemedyTexts;
const ofPages: Readonly<Record<PortalLanguage, PageTexts>> = { en, de, fr, es, it, pt, nl, pl, cs, ja, zh, ar };
const texts = Object.fromEntries(
  portalLanguages.map((language) => [
    language,
    {
      ...ofPages[language],
      ...paidTexts[language],
      ...cardTexts[language],
      ...endedTexts[language],
      ...providerTexts[language],
      ...payMinutesTexts[language],
      ...remedyTexts[language],
    },
  ]),
) as Readonly<Record<PortalLanguage, AllTexts>>;

type KeysOf<Kind> = { [Key in keyof AllTexts]: AllTexts[Key] extends Kind ? Key : never }[keyof AllTexts];
export type TextKey = KeysOf<string>;
export type CountedKey = KeysOf<Counted>;

export function textsIn(language: PortalLanguage): AllTexts {
  return texts[language];
}

export function say(language: PortalLanguage, key: TextKey, values: Readonly<Record<string, string>> = {}): string {
  const inside = Object.entries(values).map(([name, value]) => [name, isolated(language, value)] as const);
  return filled(texts[language][key], Object.fromEntries(inside));
}

/**
 * Names, addresses, numbers of phones and prices within a line that runs from right to left: without marks around them,
 * a sign or a number at their edge changes sides (Unicode Standard Annex 9, isolates).
 */
export function isolated(language: PortalLanguage, value: string): string {
  return directionOf(language) === 'rtl' && /[\p{L}\p{Sc}+]/u.test(value) ? `\u2068${value}\u2069` : value;
}

export function count(language: PortalLanguage, key: CountedKey, n: number): string {
  const forms = texts[language][key];
  const form = forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
  return filled(form, { n: new Intl.NumberFormat(language).format(n) });
}

/** A time as people there write it, by their wall clock; UTC, which is nobody's, is named. */
export function timeIn(language: PortalLanguage, instant: string, timeZone: string): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const time = new Intl.DateTimeFormat(language, form).format(new Date(instant));
  return timeZone === 'UTC' ? `${time} UTC` : time;
}

/** Of minor units, as people there write it. */
export function priceIn(language: PortalLanguage, minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** In the largest unit that fits without a rest. */
export function durationIn(language: PortalLanguage, seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? units[3];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length);
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
