import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../kernel/log.js';
import { pathCalled } from '../call.js';
import { problemMediaType } from './problem-document.js';
import { logUnexpected, unexpected } from './unexpected.js';

/**
 * An answer that cannot be written (a header with a line break) throws past every filter, out of the awaited hooks.
 * Call this after every other onSend hook was added.
 */
export function guardWriting(instance: FastifyInstance, log: Log): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    // The answers of one turn of the event loop go out together: each write between others wakes its reader anew.
    setImmediate(() => {
      try {
        done(null, payload);
      } catch (error) {
        logUnexpected(log, error, request);
        refuse(request, reply);
      }
    });
  });
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
