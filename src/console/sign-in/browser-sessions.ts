import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionCookie } from '../../http/access/session-cookie.js';
import { type SessionDto, sessionDto } from './session.dto.js';
import { SessionsService, type SignInResult } from './sessions.service.js';

/** A browser has one session, whichever way its operator came in. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * The new session takes the cookie, and with it the place of the one that the browser had. That one ends whoever's it
   * was: nobody has its token any more, and at a desk that is unlocked it was a colleague's.
   */
  async enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { session, token }: SignInResult,
  ): Promise<Omit<SessionDto, '_links'>> {
    for (const earlier of this.cookie.presentedIn(request)) await this.sessions.signOutIfOpen(earlier);
    this.cookie.set(request, reply, token);
    return sessionDto(session);
  }
}
