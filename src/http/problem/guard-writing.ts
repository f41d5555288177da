import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../kernel/log.js';
import { pathCalled } from '../call.js';
import { problemMediaType } from './problem-document.js';
import { logUnexpected, unexpected } from './unexpected.js';

/**
 * The last hook before an answer is written. The answers of one turn of the event loop go out together: each write
 * between others wakes its reader anew. One that cannot be written (a header with a line break) throws past every
 * filter, out of the awaited hooks. Call this after every other onSend hook was added.
 */
export function guardWriting(instance: FastifyInstance, log: Log): void {
  let ready: (() => void)[] = [];
  const writeAll = () => {
    const writes = ready;
    ready = [];
    for (const write of writes) write();
  };
  instance.addHook('onSend', (request, reply, payload, done) => {
    if (isFinal(request, payload)) reply.hijack();
    if (ready.length === 0) setImmediate(writeAll);
    ready.push(() => {
      try {
        done(null, payload);
      } catch (error) {
        logUnexpected(log, error, request);
        refuse(request, reply);
      }
    });
  });
}

/**
 * Whether Fastify may count the answer as sent, though it is written later in this turn. Else it listens for the end of
 * each answer of an async handler. A POST's may still fail where it is kept for its
 * Idempotency-Key, a stream's before its first byte; both are answered otherwise then.
 */
function isFinal({ method }: FastifyRequest, payload: unknown): boolean {
  const isWhole = payload === null || payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload);
  return isWhole && method !== 'POST';
}

/** Bypasses Fastify, because the answer's headers would only fail again. */
function refuse(request: FastifyRequest, { raw }: FastifyReply): void {
  // Something was already sent, by code that tried to send twice.
  if (raw.headersSent || raw.destroyed) return;
  const body = JSON.stringify(unexpected(pathCalled(request)));
  raw
    .writeHead(500, {
      'content-type': problemMediaType,
      'content-length': Buffer.byteLength(body),
      'x-request-id': request.call.requestId,
    })
    .end(body);
}
