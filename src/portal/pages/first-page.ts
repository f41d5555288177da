import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { PortalVisit } from './frame.js';
import { PreparedPage } from './render.js';
import type { Page } from './send-page.js';
import { type SignIn, signInPage } from './sign-in-page.js';

const [state, words, nonce] = ['state', 'words', 'nonce'].map((name) => `${name}${randomBytes(16).toString('hex')}`);
/** The addresses of the other languages begin with the gateway's query. */
const queryInLinks = `${words}=&amp;`;

/** In how many languages, and under how many paths, one portal is kept. */
const most = 50;
/** A portal that was changed is another object. */
const prepared = new WeakMap<CaptivePortal, LRUCache<string, PreparedPage>>();

/**
 * The page that every phone asks for as it joins, several times and from the background: rendered once for a portal,
 * then only filled in.
 * @param query of the visit, as text.
 */
export function firstPage(
  visit: PortalVisit,
  query: string,
  signIn: Omit<SignIn, 'typed' | 'problems' | 'thirdFact' | 'status'>,
): Page {
  const page = preparedFor(visit, signIn);
  const { language } = visit;
  const links = query === '' ? '' : `${query}&`;
  return {
    template: 'sign-in',
    values: {},
    prepared: (value) => page.filledWith([signIn.state, links, value]),
    language,
    formActions: signIn.formActions,
  };
}

function preparedFor(visit: PortalVisit, signIn: SignIn): PreparedPage {
  const { portal, language, path } = visit;
  const known = prepared.get(portal) ?? new LRUCache<string, PreparedPage>({ max: most });
  prepared.set(portal, known);
  const key = `${language} ${signIn.isRemembered ?? false} ${path}`;
  const found = known.get(key);
  if (found) return found;
  const { template, values } = signInPage(
    { ...visit, query: new URLSearchParams({ [words]: '' }) },
    { ...signIn, state },
  );
  const made = new PreparedPage(template, { ...values, nonce }, [state, queryInLinks, nonce]);
  known.set(key, made);
  return made;
}
