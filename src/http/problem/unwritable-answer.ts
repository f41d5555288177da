import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../kernel/log.js';
import { pathCalled } from '../call.js';
import { problemMediaType } from './problem-document.js';
import { logUnexpected, unexpected } from './unexpected.js';

/**
 * Answers past Fastify when an answer turns out to be unwritable (a header with a line break), since its headers would
 * only fail again.
 */
export function unwritableAnswer(log: Log): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, { raw }) => {
    logUnexpected(log, error, request);
    // Something was sent already, by whoever tried to send twice.
    if (raw.headersSent || raw.destroyed) return;
    const body = JSON.stringify(unexpected(pathCalled(request)));
    raw
      .writeHead(500, {
        'content-type': problemMediaType,
        'content-length': Buffer.byteLength(body),
        'x-request-id': request.call.requestId,
      })
      .end(body);
  };
}
