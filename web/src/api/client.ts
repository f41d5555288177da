import createClient from 'openapi-fetch';
import type { paths } from '../../../clients/typescript/schema';
import { noteCall } from './asked-calls';
import { problemOf, unreachable } from './problem';
import { noteAnswer } from './reached';

type Listener = () => void;
const ended = new Set<Listener>();
let organizationId: string | undefined;

/** Called when the service no longer knows the session: it ended, here or elsewhere. */
export function onSessionEnded(listener: Listener): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

/** When the service last answered: each use of a session moves its end. */
export const lastUse = { at: Date.now() };

/** The organization that calls are made for; undefined: the operator's own. */
export function actFor(id: string | undefined): void {
  organizationId = id;
}

/**
 * The API of this very service, by the session's cookie. A call that fails throws an ApiProblem, so `data` is there
 * whenever a call returns.
 */
export const api = createClient<paths>({
  baseUrl: '/',
  credentials: 'same-origin',
  // An ETag names the revision of what was set: how a record fares changes without it.
  cache: 'no-store',
  // The cookie counts only with this header, which no other origin can send.
  headers: { 'x-usher-console': '1' },
});

/** Refused, these say that a password or code is wrong, not that the session is over. */
const proves =
  /\/console\/session(\/provider|\/directory)?$|\/sessions\/current\/(password|totp|totp\/remove|passkeys\/options)$/;

api.use({
  onRequest({ request }) {
    const isSaid = proves.test(request.url) || request.headers.has('x-organization-id');
    if (organizationId && !isSaid) request.headers.set('x-organization-id', organizationId);
    // Who names the organization by herself is the frame, not the page.
    if (!isSaid) noteCall(request);
    return request;
  },
  async onResponse({ request, response }) {
    noteAnswer();
    if (response.ok) {
      lastUse.at = Date.now();
      return;
    }
    const problem = await problemOf(response);
    if (problem.status === 401 && !proves.test(request.url)) for (const listener of ended) listener();
    throw problem;
  },
  onError: () => unreachable(),
});

/** The organization that calls are made for; undefined: the operator's own. */
export function actedFor(): string | undefined {
  return organizationId;
}
