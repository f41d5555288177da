import type { FastifyInstance } from 'fastify';
import { halMediaType } from '../../http/hal/hal.js';

/** `/`: a browser is sent to the console; a program gets the names and addresses of what there is. */
export function serveRoot(instance: FastifyInstance, hasConsole: boolean): void {
  const resources = new Set<string>();
  // Lists of records, from what is registered: one more resource is here by itself.
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
