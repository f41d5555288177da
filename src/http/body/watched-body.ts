import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../kernel/errors.js';
import type { BodyMemory, HeldBody } from './body-memory.js';

/** A body up to this size counts whole from the start: it is not worth watching. */
const countedAtOnceBytes = 16 * 1024;

export interface WatchedBody {
  readonly body: HeldBody;
  /** Why it is refused unread. */
  readonly refusal: Problem | undefined;
}

/**
 * Counts what arrives of a body until the answer has left (`isCounted`: another counter does that); ends it with an
 * error when it is refused.
 */
export function watchedBody(
  memory: BodyMemory,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
  { mostBytes, isCounted }: { readonly mostBytes: number; readonly isCounted: boolean },
): WatchedBody {
  let refusal: Problem | undefined;
  const body = memory.open(!request.call.context, (problem) => {
    refusal = problem;
    payload.removeListener('data', count);
    // Nobody listens any more if it was refused for another reason.
    if (payload.listenerCount('error') > 0) payload.emit('error', problem);
    // The rest has to be drained, so that the refusal can be read.
    payload.resume();
  });
  const end = (): void => {
    payload.removeListener('data', count);
    body.release();
  };
  const count = ({ length }: Buffer): void => {
    // A body over the limit is refused, and not kept.
    if (body.bytes + length > mostBytes) end();
    else body.add(length);
  };
  reply.raw.once('close', end);
  const promised = Number(request.headers['content-length'] ?? mostBytes);
  if (!isCounted && promised <= countedAtOnceBytes) body.add(promised);
  else if (!isCounted && promised <= mostBytes) payload.on('data', count);
  return { body, refusal };
}
