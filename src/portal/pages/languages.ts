import { LRUCache } from 'lru-cache';
import type { PortalLanguage } from '../../console/captive-portals/portal-languages.js';

/** The name of each language in that language. */
export const nativeNames: Readonly<Record<PortalLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  cs: 'Čeština',
  ja: '日本語',
  zh: '中文',
  ar: 'العربية',
};

export function directionOf(language: PortalLanguage): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * The language to answer in: the chosen one if it is offered, else the browser's favourite among those offered
 * (Accept-Language, RFC 9110 12.5.4), else the first.
 */
export function languageFor(
  offered: readonly PortalLanguage[],
  chosen: string | null | undefined,
  accepted: string | undefined,
): PortalLanguage {
  const wanted = chosen ? offeredOf(offered, primaryOf(chosen)) : undefined;
  if (wanted) return wanted;
  for (const preference of preferences(accepted)) {
    const found = offeredOf(offered, preference);
    if (found) return found;
  }
  return offered[0];
}

function offeredOf(offered: readonly PortalLanguage[], primary: string): PortalLanguage | undefined {
  return offered.find((each) => each === primary);
}

/** `en` of `en-GB`. */
function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-', 1)[0];
}

/** Phones of a house say one of a few. */
const understood = new LRUCache<string, readonly string[]>({ max: 200 });

/** Languages, preferred ones first. Malformed ones are ignored. */
function preferences(header = ''): readonly string[] {
  const text = header.slice(0, 500);
  const known = understood.get(text);
  if (known) return known;
  const languages = tagsIn(text).map(primaryOf);
  understood.set(text, languages);
  return languages;
}

function tagsIn(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag, ...parameters] = part.trim().split(';');
      const quality = parameters.map((each) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(each)?.[1]).find(Boolean);
      return { tag, quality: Number(quality ?? 1) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
