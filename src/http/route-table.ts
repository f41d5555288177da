import type { FastifyInstance } from 'fastify';
import type { RouteFacts } from './route.js';

interface Row {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/**
 * Every registered route. Requires each to declare who may call it, and knows which other methods a path allows (405).
 */
export class RouteTable {
  private readonly rows: Row[] = [];

  /** Watches routes registered from now on. Those beneath `open` (the documentation's own) are public. */
  watch(instance: FastifyInstance, open: readonly string[]): void {
    instance.addHook('onRoute', (route) => {
      const facts = (route.config ?? {}) as RouteFacts;
      const isOpen = open.some((path) => route.url === path || route.url.startsWith(`${path}/`));
      if (isOpen) route.config = { ...route.config, isPublic: true, isRaw: true };
      else if (!facts.isPublic && !facts.isForOperators && !facts.isForEveryCaller && !facts.permission)
        throw new Error(
          `${String(route.method)} ${route.url} does not say who may call it: @Permission, @SignedIn, @EveryCaller ` +
            'or @Public',
        );
      if (facts.bodyLimitBytes) route.bodyLimit = facts.bodyLimitBytes;
      this.rows.push({ pattern: patternOf(route.url), methods: [route.method].flat() });
    });
  }

  /** Methods of the path of `url`, sorted. */
  methodsAt(url: string): string[] {
    const [path] = url.split('?', 1);
    const methods = this.rows.filter(({ pattern }) => pattern.test(path)).flatMap((row) => row.methods);
    return [...new Set(methods)].sort();
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((segment) => {
      if (segment === '*') return '.*';
      return segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join('/');
  return new RegExp(`^${source}/?$`);
}
