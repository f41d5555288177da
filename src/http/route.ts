export interface RefusalForm {
  readonly mediaType: string;
  readonly body: (refusal: { readonly status: number; readonly detail: string }) => object;
}

/** What a route says about itself; the edge reads it before anything of the request is read. */
export interface RouteFacts {
  /** `users:read`: what the caller's key must hold. */
  readonly permission?: string;
  readonly isPublic?: boolean;
  /** For operators who signed in, about themselves; no permission is asked for. */
  readonly isForOperators?: boolean;
  /** Further query parameters that the route takes; any other is refused. */
  readonly query?: readonly string[];
  /** How refusals are written here, where somebody else's protocol says so; problem+json otherwise. */
  readonly refusal?: RefusalForm;
  /** Any query parameter, any media type, body unparsed: for those who push to us in their own manner. */
  readonly isRaw?: boolean;
  /** The body is read while it arrives (`request.streamedBody`). */
  readonly isStreamed?: boolean;
  readonly bodyLimitBytes?: number;
  /** It waits for another system while it works: see AsksOutside. */
  readonly asksOutside?: boolean;
}

// The name under which the Fastify adapter of Nest looks for a route's config.
const routeConfig = '__fastify_route_config__';

/** Adds to what a route says about itself; decorators of a method and of its parameters all meet here. */
export function describeRoute(handler: object, facts: RouteFacts): void {
  const known = (Reflect.getOwnMetadata(routeConfig, handler) ?? {}) as RouteFacts;
  const query = [...(known.query ?? []), ...(facts.query ?? [])];
  Reflect.defineMetadata(routeConfig, { ...known, ...facts, query }, handler);
}

export function routeFacts(handler: object): RouteFacts {
  return (Reflect.getOwnMetadata(routeConfig, handler) ?? {}) as RouteFacts;
}

/** The method that a parameter decorator stands in. */
export function methodOf(target: object, key: string | symbol | undefined): object {
  const method = key === undefined ? undefined : (target as Record<string | symbol, object>)[key];
  if (!method) throw new Error("Only parameters of a controller's methods can be decorated so");
  return method;
}
