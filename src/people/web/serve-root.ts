import type { FastifyInstance } from 'fastify';
import { halMediaType } from '../../http/hal/hal.js';

/** `/` sends a browser to the console and tells a program the names and addresses of all resources. */
export function serveRoot(instance: FastifyInstance, hasConsole: boolean): void {
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
