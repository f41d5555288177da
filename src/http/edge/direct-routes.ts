import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { RouteFacts } from '../route.js';

export interface DirectRoute<Params> {
  readonly paths: readonly string[];
  readonly facts: RouteFacts & { readonly isPublic: true; readonly isRaw: true };
  /** Sends the answer, also that of an error: no filter stands behind it. */
  readonly handler: (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => void;
}

/**
 * Routes of the edge without Nest's router and its promises around each handler, for what a whole house asks for at
 * once. They pass the hooks of every other route: request id, log line, metrics, trace. Such a route is public. Add it
 * in a constructor, before the application is set up.
 */
@Injectable()
export class DirectRoutes {
  private readonly routes: DirectRoute<never>[] = [];

  get<Params>(route: DirectRoute<Params>): void {
    this.routes.push(route);
  }

  serve(instance: FastifyInstance): void {
    for (const { paths, facts, handler } of this.routes)
      for (const url of paths)
        instance.route({ method: 'GET', url, config: facts, handler: handler as unknown as RouteHandlerMethod });
  }
}
