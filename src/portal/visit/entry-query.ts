import type { FastifyRequest } from 'fastify';

/** Beyond that it is no redirect of a gateway's. */
const longest = 8000;

/** What is ours in a query; all the rest is the gateway's. */
const ours = ['lang', 'code', 's'];

/**
 * The query string of a request, whatever a gateway joined it of: to an address that has a query of ours already
 * (`?lang=de`) some add theirs behind a second question mark.
 */
export function entryQuery({ raw }: Pick<FastifyRequest, 'raw'>): URLSearchParams {
  const url = raw.url ?? '';
  const from = url.indexOf('?');
  if (from < 0) return new URLSearchParams();
  const text = url.slice(from + 1, from + 1 + longest);
  return new URLSearchParams(text.replace(/^((?:lang|code)=[^&?]*)\?/, '$1&'));
}

/** The gateway's part of it. */
export function gatewayQuery(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of ours) rest.delete(name);
  return rest;
}

/** The fields of a posted form. */
export function formOf({ rawBody }: Pick<FastifyRequest, 'rawBody'>): URLSearchParams {
  return new URLSearchParams(rawBody?.toString('utf8') ?? '');
}
