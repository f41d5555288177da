import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import { type Trouble, troublePage } from '../pages/messages.js';
import { sendPage } from '../pages/send-page.js';

const retryAfterSeconds = 10;

/** Turns errors into pages: a guest cannot read problem+json. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): Promise<void> {
    return this.answer(error, host.switchToHttp().getRequest(), host.switchToHttp().getResponse());
  }

  async answer(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const trouble = troubleOf(error);
    if (trouble === 'broken' || reply.sent) this.note(error, request);
    if (reply.sent) return;
    const { url } = request.call.address;
    const again = request.method === 'POST' ? url.split('?', 1)[0] : url;
    const link = { url: again, ...(trouble === 'away' ? { retryAfterSeconds } : {}) };
    await sendPage(request, reply, troublePage(trouble, request.headers['accept-language'], link));
  }

  private note(error: unknown, { call, method }: FastifyRequest): void {
    const stack = error instanceof Error ? error.stack : String(error);
    this.log.error({ requestId: call.requestId, method, route: call.route, error: stack }, 'portal page failed');
  }
}

function troubleOf(error: unknown): Trouble {
  const cause = error instanceof Error ? error.cause : undefined;
  if ([error, cause].some((each) => each instanceof DatabaseUnavailable)) return 'away';
  return error instanceof Problem && error.kind === 'unavailable' ? 'away' : 'broken';
}
