import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Secrets } from '../../kernel/secrets.js';
import { type IdempotencyClaim, type IdempotentRequest, IdempotencyStore } from './idempotency-store.js';

/** The answer as sent, to be repeated byte for byte. */
interface Kept {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Claimed {
  readonly claim: IdempotencyClaim;
  readonly request: IdempotentRequest;
}

const keptHeaders = ['content-type', 'etag', 'location', 'cache-control'];
const usedOtherwise = 'This Idempotency-Key was used for another request: take a new key for each request';
const stillRunning = 'The request with this Idempotency-Key is still being worked on: repeat it later';
// Visible ASCII; the draft's quotes around the key are optional here.
const keyForm = /^"?([\x21\x23-\x7e]{1,255})"?$/;

/**
 * Idempotency-Key on POST (draft-ietf-httpapi-idempotency-key-header-07): the first answer is sealed, kept and
 * repeated. It commits together with the request's work, or neither does; see IdempotencyClaim.
 */
@Injectable()
export class Idempotency {
  private readonly claims = new WeakMap<FastifyRequest, Claimed>();

  constructor(
    private readonly store: IdempotencyStore,
    private readonly secrets: Secrets,
  ) {}

  /** Before the handler: claims the key, or repeats the kept answer without running the handler. */
  async before(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const header = request.headers['idempotency-key'];
    const { context } = request.call;
    if (header === undefined || request.method !== 'POST' || !context || request.is404) return;
    const key = keyForm.exec(String(header))?.[1];
    if (!key) throw new Problem('malformed', 'Idempotency-Key: 1 to 255 visible ASCII characters, a UUID for instance');

    const asked = { key, hash: hashOf(request), asksOutside: request.call.facts.asksOutside ?? false };
    const earlier = await this.store.claim(context, asked);
    if (earlier.state === 'other_request') throw new Problem('invalid', usedOtherwise);
    if (earlier.state === 'running') throw new Problem('conflict', stillRunning);
    if (earlier.state === 'done') {
      const kept = JSON.parse(this.secrets.openText(earlier.sealed, placeOf(context, asked))) as Kept;
      await reply.code(kept.status).headers(kept.headers).header('idempotency-replayed', 'true').send(kept.body);
      return;
    }
    request.call.context = earlier.claim.context;
    this.claims.set(request, { claim: earlier.claim, request: asked });
  }

  /** Once the answer is ready, before it is sent: a caller who has seen it can rely on it, and on its repetition. */
  async after(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void> {
    const claimed = this.claims.get(request);
    if (!claimed) return;
    this.claims.delete(request);
    const { statusCode } = reply;
    const isText = typeof body === 'string' || body === null || body === undefined;
    if (statusCode >= 500) await claimed.claim.takeBack();
    else if (statusCode === 429 || !isText) await claimed.claim.forget();
    else await this.keep(claimed, reply, body ?? '');
  }

  private async keep({ claim, request }: Claimed, reply: FastifyReply, body: string): Promise<void> {
    const headers = Object.fromEntries(
      keptHeaders.flatMap((name) => {
        const value = reply.getHeader(name);
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
    const kept: Kept = { status: reply.statusCode, headers, body };
    await claim.keep(kept.status, this.secrets.seal(JSON.stringify(kept), placeOf(claim.context, request)));
  }
}

function hashOf(request: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(request.rawBody ?? '')
    .digest();
}

function placeOf({ organizationId, actor }: Context, { key }: IdempotentRequest): string {
  return `idempotency:${organizationId}:${actor.id}:${key}`;
}
