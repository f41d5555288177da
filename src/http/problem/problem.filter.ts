import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import { pathCalled } from '../call.js';
import type { RouteTable } from '../route-table.js';
import { foreignRefusal } from './foreign-refusal.js';
import { documentOf, type ProblemDocument, problemDocument, problemMediaType } from './problem-document.js';
import { logUnexpected, unexpected } from './unexpected.js';

/**
 * Answers every error as application/problem+json. An unexpected one is logged with its stack; the answer reveals
 * nothing of it.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly log: Log,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return logUnexpected(this.log, error, request);
    const document = this.documentFor(error, request, reply);
    if (document.status === 401)
      reply.header(
        'www-authenticate',
        request.headers.authorization ? 'Bearer realm="usher", error="invalid_token"' : 'Bearer realm="usher"',
      );
    if (document.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
    for (const header of ['etag', 'location']) reply.removeHeader(header);
    const form = request.routeOptions?.config?.refusal;
    if (!form) return void reply.code(document.status).header('content-type', problemMediaType).send(document);
    const { status, detail } = document;
    const body = form.body({ status, detail, language: request.headers['accept-language'] });
    void reply
      .code(status)
      .header('content-type', form.mediaType)
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  }

  private documentFor(error: unknown, request: FastifyRequest, reply: FastifyReply): ProblemDocument {
    const instance = pathCalled(request);
    if (error instanceof Problem) return documentOf(error, instance);
    const refusal = foreignRefusal(error);
    if (!refusal) {
      logUnexpected(this.log, error, request);
      return unexpected(instance);
    }
    const allowed = refusal.status === 404 ? this.routes.methodsAt(request.url) : [];
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      reply.header('allow', allowed.join(', '));
      return problemDocument(
        405,
        `${request.method} is not possible here. Allowed are: ${allowed.join(', ')}`,
        instance,
      );
    }
    if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds));
    return problemDocument(refusal.status, refusal.detail, instance);
  }
}
