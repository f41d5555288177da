import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** `@RemoteAddress() address: string`: where the call comes from. */
export const CallerAddress = createParamDecorator(
  (_: undefined, host: ExecutionContext): string => host.switchToHttp().getRequest<FastifyRequest>().ip,
);

/** `@BearerToken() token: string`: the token that the gate has let in. */
export const BearerToken = createParamDecorator((_: undefined, host: ExecutionContext): string =>
  (host.switchToHttp().getRequest<FastifyRequest>().headers.authorization ?? '').replace(/^Bearer +/i, '').trim(),
);
