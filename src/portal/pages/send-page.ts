import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderTemplate, type TemplateName } from './render.js';

const compressed = promisify(gzip);
/** A page that fits the first window of a connection is as fast uncompressed, and costs less. */
const plainBytes = 12_000;

export interface Page {
  readonly status?: number;
  readonly template: TemplateName;
  /** What the template shows. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The page with everything but this: where it was rendered before. */
  readonly prepared?: (nonce: string) => Buffer;
  readonly language: string;
  /** Origins beside our own that a form of this page may go to. */
  readonly formActions?: readonly string[];
  /** The page runs its one script, which sends the form. */
  readonly hasScript?: boolean;
  readonly retryAfterSeconds?: number;
}

/** The browser goes on by itself. */
export interface Redirect {
  readonly redirectTo: string;
}

/** Sends a page that nobody caches, that loads nothing from elsewhere, and that cannot be framed. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page | Redirect): Promise<void> {
  if ('redirectTo' in page) {
    await reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(page.redirectTo, 303);
    return;
  }
  const nonce = randomUUID();
  const html = page.prepared?.(nonce) ?? Buffer.from(renderTemplate(page.template, { ...page.values, nonce }));
  const takesGzip =
    html.length > plainBytes &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(String(request.headers['accept-encoding'] ?? ''));
  const body = takesGzip ? await compressed(html) : html;
  if (takesGzip) reply.header('content-encoding', 'gzip');
  if (page.retryAfterSeconds) reply.header('retry-after', String(page.retryAfterSeconds));
  await reply
    .code(page.status ?? 200)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', page.language)
    .header('vary', 'accept-encoding, accept-language')
    .header('cache-control', isRefusedForm(request, page) ? 'private, no-cache' : 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-frame-options', 'DENY')
    .header('content-security-policy', policy(nonce, page))
    .send(body);
}

/**
 * What was answered to a form is shown again by "Back" alone, and only where the browser may keep it: else its own page
 * comes, that of an error.
 */
function isRefusedForm(request: FastifyRequest, { status = 200 }: Page): boolean {
  return request.method === 'POST' && status >= 400 && status < 500;
}

/** Chromium applies `form-action` to redirects after a POST too, so the gateway has to be named. */
function policy(nonce: string, { formActions = [], hasScript = false }: Page): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(hasScript ? [`script-src 'nonce-${nonce}'`] : []),
    "img-src 'self' data:",
    `form-action ${["'self'", ...formActions].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
