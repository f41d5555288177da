export interface RefusalForm {
  readonly mediaType: string;
  /** An object is written as JSON. `language`: Accept-Language, where it is people who read. */
  readonly body: (refusal: {
    readonly status: number;
    readonly detail: string;
    readonly language: string | undefined;
  }) => object | string;
}

/** What a route declares about itself; the edge reads it before anything of the request. */
export interface RouteFacts {
  /** `users:read`: the permission that the caller's key needs. */
  readonly permission?: string;
  readonly isPublic?: boolean;
  /** For signed-in operators, about themselves; needs no permission. */
  readonly isForOperators?: boolean;
  /** Server-sent events: a browser's EventSource cannot send a header beside its cookie. */
  readonly isEventStream?: boolean;
  /** For everybody who may call at all; the route itself asks for the permissions of what it shows. */
  readonly isForEveryCaller?: boolean;
  /** Further query parameters of the route; any other is refused. */
  readonly query?: readonly string[];
  /** The form of refusals, where a foreign protocol prescribes one; otherwise problem+json. */
  readonly refusal?: RefusalForm;
  /** Any query parameter, any media type, body unparsed: for systems that push in their own way. */
  readonly isRaw?: boolean;
  /** The body is read while it arrives (`request.streamedBody`). */
  readonly isStreamed?: boolean;
  readonly bodyLimitBytes?: number;
  /** The route waits for another system: see AsksOutside. */
  readonly asksOutside?: boolean;
}

// Nest's Fastify adapter looks for a route's config under this name.
const routeConfig = '__fastify_route_config__';

/** Adds to a route's declaration; decorators of a method and of its parameters all meet here. */
export function describeRoute(handler: object, facts: RouteFacts): void {
  const known = (Reflect.getOwnMetadata(routeConfig, handler) ?? {}) as RouteFacts;
  const query = [...(known.query ?? []), ...(facts.query ?? [])];
  Reflect.defineMetadata(routeConfig, { ...known, ...facts, query }, handler);
}

export function routeFacts(handler: object): RouteFacts {
  return (Reflect.getOwnMetadata(routeConfig, handler) ?? {}) as RouteFacts;
}

/** The method that a parameter decorator belongs to. */
export function methodOf(target: object, key: string | symbol | undefined): object {
  const method = key === undefined ? undefined : (target as Record<string | symbol, object>)[key];
  if (!method) throw new Error("Only parameters of a controller's methods can be decorated so");
  return method;
}
