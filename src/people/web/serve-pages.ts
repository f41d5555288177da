import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { halMediaType } from '../../http/hal/hal.js';
import { Settings } from '../../kernel/settings.js';
import { type BuiltPages, builtPages, type EntryPage } from './built-pages.js';

const isOpen = { isPublic: true, isRaw: true };
const yearSeconds = 365 * 24 * 3600;

/**
 * Serves the console under /console/ and the reception's page under /desk/: one page for every address beneath, which
 * decides what it shows. `USHER_CONSOLE=false`: neither, and `/` answers programs only. Call it before `app.init()`.
 */
export function servePages(app: NestFastifyApplication, pages: BuiltPages | undefined = builtPages()): void {
  const instance = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const isOn = app.get(Settings).hasConsole !== false;
  serveRoot(instance, isOn);
  if (!isOn) return;
  for (const entry of ['console', 'desk'] as const) {
    // An entry that this build lacks is not found; if nothing is built, each page says so.
    if (pages && !pages.has(entry)) continue;
    instance.get(`/${entry}`, { config: isOpen }, (request, reply) => sendPage(request, reply, pages, entry));
    instance.get(`/${entry}/*`, { config: isOpen }, (request, reply) => sendPage(request, reply, pages, entry));
  }
  if (!pages) return;
  void instance.register(fastifyStatic, {
    root: pages.assets,
    prefix: '/console/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: yearSeconds * 1000,
  });
}

/** `/` sends a browser to the console and tells a program the names and addresses of all resources. */
function serveRoot(instance: FastifyInstance, hasConsole: boolean): void {
  const resources = new Set<string>();
  // From the registered routes, so that a new resource appears by itself.
  instance.addHook('onRoute', ({ method, url, config }) => {
    const facts = (config ?? {}) as { readonly list?: unknown };
    if ([method].flat().includes('GET') && facts.list && /^\/[a-z-]+$/.test(url)) resources.add(url.slice(1));
  });
  instance.get('/', { config: { isPublic: true } }, (request, reply) => {
    reply.header('vary', 'accept').header('cache-control', 'no-store');
    if (hasConsole && prefersPage(request.headers.accept)) return reply.redirect('/console/', 302);
    const links = [...resources].sort().map((name) => [name, { href: `${request.call.base}/${name}` }]);
    return reply.header('content-type', halMediaType).send({
      _links: {
        self: { href: `${request.call.base}/` },
        documentation: { href: `${request.call.base}/docs` },
        ...Object.fromEntries(links),
      },
    });
  });
}

function prefersPage(accept: string | undefined): boolean {
  return /\btext\/html\b/.test(accept ?? '');
}

function sendPage(
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
  pages: BuiltPages | undefined,
  entry: EntryPage,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const address = url.replace(/\?.*/, '').slice(`/${entry}`.length);
  const page = pages?.page(entry, { nonce, address, acceptLanguage: headers['accept-language'] });
  return reply
    .code(page === undefined ? 503 : 200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyWith(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'x-frame-options': 'DENY',
    })
    .send(page ?? notBuilt);
}

/** Own scripts only; own styles, and those with the nonce: Mantine writes its variables into the page. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

const notBuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Usher</title><h1>The pages are not built</h1>' +
  '<p>Run <code>npm run build</code> where Usher is installed, then load this page again. The API works meanwhile.</p>';
