import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';

const remedy = 'is no percent-encoding of UTF-8: write a % itself as %25';

/**
 * Throws `malformed` for a query with broken percent-encoding, which would otherwise be taken literally. Raw routes are
 * exempt.
 */
export function refuseMisencodedQuery({ url, call }: FastifyRequest): void {
  if (call.facts.isRaw) return;
  const from = url.indexOf('?');
  if (from < 0 || !url.includes('%', from) || decoded(url.slice(from)) !== undefined) return;
  const wrong =
    url
      .slice(from + 1)
      .split('&')
      .find((each) => decoded(each) === undefined) ?? '';
  const name = wrong.split('=', 1)[0];
  throw new Problem('malformed', `${(decoded(name) ?? name).slice(0, 100)}: ${misencodedIn(wrong)}`);
}

/** Says what cannot be decoded. */
export function misencodedIn(text: string): string {
  const wrong = (text.match(/(?:%[0-9a-f]{2})+|%.{0,2}/gi) ?? []).find((each) => decoded(each) === undefined);
  return `"${(wrong ?? text).slice(0, 100)}" ${remedy}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
