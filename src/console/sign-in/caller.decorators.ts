import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { SignInPlace } from './session.js';

/** `@RemoteAddress() address: string`: where the call comes from. */
export const CallerAddress = createParamDecorator(
  (_: undefined, host: ExecutionContext): string => host.switchToHttp().getRequest<FastifyRequest>().ip,
);

/** `@CallerPlace() place: SignInPlace`: the same, with the program. */
export const CallerPlace = createParamDecorator((_: undefined, host: ExecutionContext): SignInPlace => {
  const { ip, headers } = host.switchToHttp().getRequest<FastifyRequest>();
  return { address: ip, userAgent: headers['user-agent']?.slice(0, 300) ?? null };
});

/** `@CallerToken() token: string`: the token that the gate has let in, of a header or of the console's cookie. */
export const CallerToken = createParamDecorator((_: undefined, host: ExecutionContext): string => {
  const { caller } = host.switchToHttp().getRequest<FastifyRequest>().call;
  if (!caller) throw new Error('A public route has no caller: it cannot take @CallerToken()');
  return caller.token;
});
