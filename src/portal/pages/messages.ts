import { type PortalLanguage, portalLanguages } from '../../console/captive-portals/portal-languages.js';
import { firstPageAddress, frameOf, plainFrame, termsFor, type PortalVisit } from './frame.js';
import { languageFor } from './languages.js';
import type { Page } from './send-page.js';
import { backToForm, type FilledForm } from './sign-in-page.js';
import { say } from './words.js';

export type Trouble = 'unknown' | 'closed' | 'away' | 'busy' | 'broken' | 'foreign';

const statusOf: Readonly<Record<Trouble, number>> = {
  unknown: 404,
  closed: 403,
  away: 503,
  busy: 429,
  broken: 500,
  foreign: 403,
};

/** Says in words why there is no other page. Without the portal's look, which may be what cannot be read. */
export function troublePage(
  trouble: Trouble,
  accepted: string | undefined,
  link?: { readonly url: string; readonly language?: PortalLanguage; readonly retryAfterSeconds?: number },
): Page {
  const language = link?.language ?? languageFor(portalLanguages, null, accepted);
  const heading = say(language, `${trouble}Title`);
  return {
    status: statusOf[trouble],
    template: 'message',
    language,
    retryAfterSeconds: link?.retryAfterSeconds,
    values: {
      ...plainFrame(language),
      title: heading,
      heading,
      paragraphs: [say(language, `${trouble}Text`)],
      link: link && { url: link.url, text: say(language, trouble === 'foreign' ? 'startAgain' : 'tryAgain') },
    },
  };
}

/** The same, opened from a form: the way back carries what was typed in it, but no password. */
export function filledTermsPage(visit: PortalVisit, form: FilledForm): Page {
  const page = termsPage({ ...visit, query: new URLSearchParams() });
  if (page.status !== undefined) return page;
  // The answer to a form has no address for reading it in another language.
  return { ...page, values: { ...page.values, forms: [backToForm(visit, form)], languages: [] } };
}

/** The terms, on their own page: they would make the first page heavy. */
export function termsPage(visit: PortalVisit): Page {
  const { portal, language, path } = visit;
  const terms = termsFor(portal, language);
  if (!terms) return troublePage('unknown', undefined, { url: path, language });
  const heading = say(language, 'terms');
  const own = { ...visit, path: `/p/${portal.slug}/terms` };
  return {
    template: 'message',
    language,
    values: {
      ...frameOf(own),
      title: heading,
      heading,
      terms_url: null,
      paragraphs: [],
      terms: terms.text,
      terms_language: terms.language,
      // Small windows of phones have no button for it.
      ...(visit.query.size === 0 ? {} : { back: { url: firstPageAddress(visit), text: say(language, 'back') } }),
    },
  };
}
