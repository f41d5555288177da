import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../kernel/context.js';

/** The Context of the call: selected organization, calling key, request id. Not on public routes. */
export const Ctx = createParamDecorator((_: undefined, host: ExecutionContext): Context => {
  const { context } = host.switchToHttp().getRequest<FastifyRequest>().call;
  if (!context) throw new Error('A public route has no caller: it cannot take @Ctx()');
  return context;
});
