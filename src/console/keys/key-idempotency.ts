import { Injectable } from '@nestjs/common';
import { Database, type Enclosure, sqlState, statement } from '../../database/database.js';
import {
  type Earlier,
  type IdempotencyClaim,
  type IdempotentRequest,
  IdempotencyStore,
} from '../../http/idempotency/idempotency-store.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';

const keptSeconds = 24 * 3600;
/** A killed process releases its keys as soon as PostgreSQL notices. A caller who returns sooner waits for that. */
const patienceMilliseconds = 1_000;
const lockTimeout = '55P03';

/**
 * The transaction that does the work holds the key by a lock. PostgreSQL checks every 0.1 s whether the client of a
 * running statement still exists (its server on Windows cannot), and ends a transaction that hears nothing from its
 * client for a minute.
 */
const hold = statement(
  'keys_hold_idempotency',
  `
  select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'idempotency', $1::text, $2::text, $3::text), 0)),
    set_config('idle_in_transaction_session_timeout', '60s', true), set_config('client_connection_check_interval',
      case when version() ~* 'mingw|visual|msvc' then '0' else '100ms' end, true)`,
);
/** Read once the key is held, so it sees what the last holder committed. An expired row counts as none. */
const find = statement(
  'keys_find_idempotency',
  `
  select request_hash as "hash", response_sealed as "sealed" from idempotency_keys
  where organization_id = $1 and api_key_id = $2 and idempotency_key = $3 and expires_at > $4`,
);
const keep = statement(
  'keys_keep_idempotency',
  `
  insert into idempotency_keys
    (organization_id, api_key_id, idempotency_key, request_hash, status, response_sealed, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (organization_id, api_key_id, idempotency_key) do update set
    request_hash = excluded.request_hash, status = excluded.status, response_sealed = excluded.response_sealed,
    created_at = excluded.created_at, expires_at = excluded.expires_at`,
);
interface Kept {
  readonly hash: Buffer;
  readonly sealed: string;
}

/** Carries the outcome out of the transaction that found it. */
class KnownAlready extends Error {
  constructor(readonly kept: Kept) {
    super('the key is known already');
  }
}

@Injectable()
export class KeyIdempotency extends IdempotencyStore {
  /** Keys that this process is working on. A repetition need not ask the database. */
  private readonly running = new Map<string, Buffer>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async claim(context: Context, request: IdempotentRequest): Promise<Earlier> {
    const place = JSON.stringify(row(context, request));
    const here = this.running.get(place);
    if (here) return { state: here.equals(request.hash) ? 'running' : 'other_request' };
    this.running.set(place, request.hash);
    try {
      const enclosure = await this.begin(context, request);
      return { state: 'ours', claim: this.claimOf(context, request, place, enclosure) };
    } catch (error) {
      this.running.delete(place);
      if (sqlState(error) === lockTimeout) return { state: 'running' };
      if (!(error instanceof KnownAlready)) throw error;
      if (!error.kept.hash.equals(request.hash)) return { state: 'other_request' };
      return { state: 'done', sealed: error.kept.sealed };
    }
  }

  private async begin(context: Context, request: IdempotentRequest): Promise<Enclosure> {
    const isLate = request.asksOutside;
    if (isLate) await this.look(context, request);
    const held = (inside: Context) => this.held(inside, request);
    const first = isLate ? (inside: Context) => held(inside).catch(doneMeanwhile) : held;
    return this.database.enclose(context, { first, isLate, patienceMilliseconds });
  }

  /** Both statements leave together. */
  private async held(inside: Context, request: IdempotentRequest): Promise<void> {
    const holding = this.database.query(inside, hold, row(inside, request));
    const [held, looked] = await Promise.allSettled([holding, this.look(inside, request)]);
    if (held.status === 'rejected') throw held.reason;
    if (looked.status === 'rejected') throw looked.reason;
  }

  private async look(context: Context, request: IdempotentRequest): Promise<void> {
    const kept = await this.database.one<Kept>(context, find, [...row(context, request), this.clock.instant()]);
    if (kept) throw new KnownAlready(kept);
  }

  private claimOf(context: Context, request: IdempotentRequest, place: string, enclosure: Enclosure): IdempotencyClaim {
    const ended = (ending: Promise<void>) => ending.finally(() => this.running.delete(place));
    const keeping = (status: number, sealed: string) => (inside: Context) => {
      const at = this.clock.instant();
      const answer = [request.hash, status, sealed, at, laterBy(at, keptSeconds)];
      return this.database.query(inside, keep, [...row(context, request), ...answer]);
    };
    return {
      context: enclosure.context,
      keep: (status, sealed) =>
        ended(
          enclosure.commit(keeping(status, sealed)).catch((error: unknown) => {
            // Another request's answer is kept, or will be. This claim changed nothing, and that answer is just as
            // true.
            if (!(request.asksOutside && error instanceof Problem)) throw error;
          }),
        ),
      forget: () => ended(enclosure.commit()),
      takeBack: () => ended(enclosure.rollback()),
    };
  }
}

function row({ organizationId, actor }: Context, { key }: IdempotentRequest): unknown[] {
  return [organizationId, actor.id, key];
}

/**
 * A route that waits for another system holds the key from its first change on. Until then another request may be
 * faster.
 */
function doneMeanwhile(error: unknown): never {
  if (!(error instanceof KnownAlready) && sqlState(error) !== lockTimeout) throw error;
  throw new Problem('conflict', 'The request with this Idempotency-Key is being worked on elsewhere: repeat it later');
}
