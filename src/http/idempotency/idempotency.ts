import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import { Secrets } from '../../kernel/secrets.js';
import { type IdempotentRequest, IdempotencyStore } from './idempotency-store.js';

/** The answer as it went out, to be repeated byte for byte. */
interface Kept {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Claim {
  readonly context: Context;
  readonly request: IdempotentRequest;
  readonly working: AbortController;
}

const keptHeaders = ['content-type', 'etag', 'location'];
const renewMilliseconds = 20_000;
// Visible ASCII; the draft's quotes around the key are optional here.
const keyForm = /^"?([\x21\x23-\x7e]{1,255})"?$/;

/** Idempotency-Key on POST (draft-ietf-httpapi-idempotency-key-header-07): the first answer is kept, sealed, and repeated. */
@Injectable()
export class Idempotency {
  private readonly claims = new WeakMap<FastifyRequest, Claim>();

  constructor(
    private readonly store: IdempotencyStore,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Whether `before` and `after` have anything to do. */
  isWanted(request: FastifyRequest): boolean {
    return request.headers['idempotency-key'] !== undefined && request.method === 'POST';
  }

  /** Before the handler: claims the key, or answers from what was kept; with that, the handler is not run. */
  async before(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const header = request.headers['idempotency-key'];
    const { context } = request.call;
    if (!this.isWanted(request) || !context || request.is404) return;
    const key = keyForm.exec(String(header))?.[1];
    if (!key) throw new Problem('malformed', 'Idempotency-Key: 1 to 255 visible ASCII characters, a UUID for instance');

    const asked = { key, hash: hashOf(request) };
    const earlier = await this.store.claim(context, asked);
    if (earlier.state === 'other_request') throw new Problem('invalid', 'This Idempotency-Key was used for another request: take a new key for each request');
    if (earlier.state === 'running') throw new Problem('conflict', 'The request with this Idempotency-Key is still being worked on: repeat it later');
    if (earlier.state === 'done') {
      const kept = JSON.parse(this.secrets.openText(earlier.sealed, placeOf(context, asked))) as Kept;
      await reply.code(kept.status).headers(kept.headers).header('idempotency-replayed', 'true').send(kept.body);
      return;
    }
    const claim = { context, request: asked, working: new AbortController() };
    this.claims.set(request, claim);
    void this.keepClaim(claim);
  }

  /** Once the answer is ready, before it leaves: a caller who has seen it can rely on its being repeated. */
  async after(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void> {
    const claim = this.claims.get(request);
    if (!claim) return;
    this.claims.delete(request);
    claim.working.abort();
    const isSettled = reply.statusCode < 500 && reply.statusCode !== 429 && (typeof body === 'string' || body === null || body === undefined);
    try {
      if (isSettled) await this.keep(claim, reply, typeof body === 'string' ? body : '');
      else await this.store.release(claim.context, claim.request);
    } catch (error) {
      // The work is done and its answer true; only a repetition will not find it.
      this.log.warn({ request_id: request.call.requestId, error: String(error) }, 'the answer of an idempotent request could not be kept');
    }
  }

  private async keep({ context, request }: Claim, reply: FastifyReply, body: string): Promise<void> {
    const headers = Object.fromEntries(keptHeaders.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }));
    const kept: Kept = { status: reply.statusCode, headers, body };
    await this.store.finish(context, request, kept.status, this.secrets.seal(JSON.stringify(kept), placeOf(context, request)));
  }

  /** A long import must not look like a crashed one. */
  private async keepClaim({ context, request, working }: Claim): Promise<void> {
    for (;;) {
      await this.clock.sleep(renewMilliseconds, working.signal);
      if (working.signal.aborted) return;
      await this.store.renew(context, request).catch((error: unknown) => this.log.warn({ error: String(error) }, 'an idempotency claim could not be renewed'));
    }
  }
}

function hashOf(request: FastifyRequest): Buffer {
  return createHash('sha256').update(`${request.method} ${request.url}\n`).update(request.rawBody ?? '').digest();
}

function placeOf({ organizationId, actor }: Context, { key }: IdempotentRequest): string {
  return `idempotency:${organizationId}:${actor.id}:${key}`;
}
