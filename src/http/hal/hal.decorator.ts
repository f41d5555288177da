import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Hal } from './hal.js';

/** `@Answer() hal: Hal`: builds the call's answer, `hal.page(...)` or `hal.resource(...)`. */
export const Answer = createParamDecorator((_: undefined, host: ExecutionContext): Hal => {
  const http = host.switchToHttp();
  return new Hal(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});
