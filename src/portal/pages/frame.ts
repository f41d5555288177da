import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { pictureAddress } from '../../console/captive-portals/captive-portal.dto.js';
import { darkPage, edgeOnDark, textColourOn } from '../../console/captive-portals/contrast.js';
import { type PortalLanguage, portalLanguages } from '../../console/captive-portals/portal-languages.js';
import { directionOf, nativeNames } from './languages.js';
import { say, textsIn } from './words.js';

const usualColour = '#1a4f8b';

/** Somebody who says who a guest is once she has gone there. */
export interface OfferedProvider {
  readonly id: string;
  readonly name: string;
  /** Refuses the small windows that phones open when they join. */
  readonly needsBrowser: boolean;
}

/** What a page is about, before what it says. */
export interface PortalVisit {
  readonly portal: CaptivePortal;
  readonly logo: string | null;
  readonly providers: readonly OfferedProvider[];
  readonly language: PortalLanguage;
  /** Where the page is shown anew in another language: a query without `lang`. */
  readonly query: URLSearchParams;
  /** Path of the portal, `/p/{slug}`, perhaps with a maker. */
  readonly path: string;
}

/** Head, foot and look of a page of a portal. */
export function frameOf(visit: PortalVisit): Record<string, unknown> {
  const { portal, logo, language, query, path } = visit;
  const own = portal.texts[language];
  const heading = own?.title ?? portal.theme.title ?? say(language, 'welcome');
  const colour = portal.theme.colour ?? usualColour;
  const elsewhere = addressWithout(path, query);
  return {
    ...plainFrame(language),
    title: heading === portal.name ? heading : `${heading} · ${portal.name}`,
    heading,
    colour,
    text_colour: textColourOn(colour),
    dark_edge: edgeOnDark(colour),
    logo,
    background: pictureAddress(portal.slug, portal.background),
    support: portal.support === null ? null : say(language, 'help', { support: portal.support }),
    terms_url: portal.terms === null ? null : termsAddress(visit),
    privacy_url: portal.privacyUrl,
    languages: offeredBy(portal).map((code) => ({
      code,
      name: nativeNames[code],
      direction: directionOf(code),
      is_current: code === language,
      url: `${elsewhere}lang=${code}`,
    })),
  };
}

/** Where there is no portal, or none can be read. */
export function plainFrame(language: PortalLanguage): Record<string, unknown> {
  return {
    language,
    direction: directionOf(language),
    texts: textsIn(language),
    colour: usualColour,
    text_colour: textColourOn(usualColour),
    dark_page: darkPage,
    dark_edge: edgeOnDark(usualColour),
    languages: [],
  };
}

export function offeredBy({ languages }: Pick<CaptivePortal, 'languages'>): readonly PortalLanguage[] {
  return languages.length > 0 ? languages : portalLanguages;
}

/** The terms in the guest's language, else in the portal's first one that has any. */
export function termsFor(
  { terms, languages }: Pick<CaptivePortal, 'terms' | 'languages'>,
  language: PortalLanguage,
): { readonly text: string; readonly language: PortalLanguage; readonly version: string } | null {
  if (!terms) return null;
  const found = [language, ...languages, ...portalLanguages].find((each) => terms.texts[each]);
  return found ? { text: terms.texts[found] ?? '', language: found, version: terms.version } : null;
}

/** The first page as the gateway led to it, in the language of this one: for a guest who begins anew. */
export function firstPageAddress({ language, query, path }: PortalVisit): string {
  return `${addressWithout(path, query)}lang=${language}`;
}

/** The terms lead back to the first page; the words of the gateway go along where these pages can carry them. */
function termsAddress({ portal, language, query, path }: PortalVisit): string {
  const home = `/p/${portal.slug}`;
  return `${addressWithout(`${home}/terms`, path === home ? query : new URLSearchParams())}lang=${language}`;
}

/** The page's address up to the language. */
function addressWithout(path: string, query: URLSearchParams): string {
  const kept = new URLSearchParams(query);
  kept.delete('lang');
  return kept.size === 0 ? `${path}?` : `${path}?${kept}&`;
}
