import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import { type Trouble, troublePage } from '../pages/messages.js';
import { sendPage } from '../pages/send-page.js';
import { entryQuery, formOf, wantedLanguages } from './entry-query.js';
import { unprovenOrigin } from './journey-state.js';

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
    const url = request.method === 'POST' ? againAfter(request) : request.call.address.url;
    const link = { url, ...(trouble === 'away' ? { retryAfterSeconds } : {}) };
    await sendPage(request, reply, troublePage(trouble, wantedLanguages(request), link));
  }

  private note(error: unknown, { call, method }: FastifyRequest): void {
    const stack = error instanceof Error ? error.stack : String(error);
    this.log.error({ requestId: call.requestId, method, route: call.route, error: stack }, 'portal page failed');
  }
}

/** Pages that show their form again, by what it carried. */
const shownByState = /^\/p\/[^/]+\/(?:status|tiers|pay)$/;

/** Back to where the form was, in its language and with the words of the gateway: without them nobody is let in. */
function againAfter(request: FastifyRequest): string {
  const [path = ''] = request.call.address.url.split('?', 1);
  const chosen = entryQuery(request).get('lang');
  const language = chosen === null ? [] : [['lang', chosen]];
  const state = formOf(request).get('state');
  const origin = unprovenOrigin(state);
  const [portal] = /^\/p\/[^/]+/.exec(path) ?? [];
  if (state === null || !origin || portal === undefined) return path;
  if (shownByState.test(path)) return `${path}?${new URLSearchParams([...language, ['s', state]])}`;
  const maker = origin.maker === null ? '' : `/${encodeURIComponent(origin.maker)}`;
  return `${portal}${maker}?${new URLSearchParams([...new URLSearchParams(origin.query), ...language])}`;
}

function troubleOf(error: unknown): Trouble {
  const cause = error instanceof Error ? error.cause : undefined;
  if ([error, cause].some((each) => each instanceof DatabaseUnavailable)) return 'away';
  return error instanceof Problem && error.kind === 'unavailable' ? 'away' : 'broken';
}
