import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyAttempts } from './refusal.js';
import { SignInAttempts } from './sign-in-attempts.js';

/** For public routes: limits the calls a minute from one network address. */
@Injectable()
export class PublicCallGuard implements CanActivate {
  constructor(private readonly attempts: SignInAttempts) {}

  async canActivate(host: ExecutionContext): Promise<boolean> {
    const waitSeconds = await this.attempts.countCall(host.switchToHttp().getRequest<FastifyRequest>().ip);
    if (waitSeconds !== undefined) throw tooManyAttempts(host.switchToHttp().getResponse<FastifyReply>(), waitSeconds);
    return true;
  }
}
