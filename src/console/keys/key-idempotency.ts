import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { type Earlier, type IdempotentRequest, IdempotencyStore } from '../../http/idempotency/idempotency-store.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';

const claimSeconds = 60;
const keptSeconds = 24 * 3600;

/** A row past its time is nobody's: a finished one after a day, a running one whose process fell silent. */
const claim = statement('keys_claim_idempotency', `
  insert into idempotency_keys as k (organization_id, api_key_id, idempotency_key, request_hash, state, created_at, expires_at)
  values ($1, $2, $3, $4, 'running', $5, $6)
  on conflict (organization_id, api_key_id, idempotency_key) do update set
    request_hash = excluded.request_hash, state = 'running', status = null, response_sealed = null,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  where k.expires_at <= $5
  returning 1 as claimed`);
const find = statement('keys_find_idempotency', `
  select state, request_hash as "hash", response_sealed as "sealed" from idempotency_keys
  where organization_id = $1 and api_key_id = $2 and idempotency_key = $3`);
const renew = statement('keys_renew_idempotency', `
  update idempotency_keys set expires_at = $5
  where organization_id = $1 and api_key_id = $2 and idempotency_key = $3 and request_hash = $4 and state = 'running'`);
const finish = statement('keys_finish_idempotency', `
  update idempotency_keys set state = 'done', status = $5, response_sealed = $6, expires_at = $7
  where organization_id = $1 and api_key_id = $2 and idempotency_key = $3 and request_hash = $4 and state = 'running'`);
const release = statement('keys_release_idempotency', `
  delete from idempotency_keys
  where organization_id = $1 and api_key_id = $2 and idempotency_key = $3 and request_hash = $4 and state = 'running'`);
const purge = statement('keys_purge_idempotency', 'delete from idempotency_keys where expires_at < $1');

interface Found {
  readonly state: 'running' | 'done';
  readonly hash: Buffer;
  readonly sealed: string | null;
}

@Injectable()
export class KeyIdempotency extends IdempotencyStore {
  constructor(private readonly database: Database, private readonly clock: Clock) {
    super();
  }

  async claim(context: Context, request: IdempotentRequest): Promise<Earlier> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const at = this.clock.instant();
      const claimed = await this.database.query(context, claim, [...row(context, request), request.hash, at, laterBy(at, claimSeconds)]);
      if (claimed.length > 0) return { state: 'ours' };
      const found = await this.database.one<Found>(context, find, row(context, request));
      // Gone between the two statements: its request failed, so it is ours to try.
      if (!found) continue;
      if (!found.hash.equals(request.hash)) return { state: 'other_request' };
      return found.state === 'done' && found.sealed ? { state: 'done', sealed: found.sealed } : { state: 'running' };
    }
    return { state: 'running' };
  }

  async renew(context: Context, request: IdempotentRequest): Promise<void> {
    await this.database.query(context, renew, [...row(context, request), request.hash, laterBy(this.clock.instant(), claimSeconds)]);
  }

  async finish(context: Context, request: IdempotentRequest, status: number, sealed: string): Promise<void> {
    const until = laterBy(this.clock.instant(), keptSeconds);
    await this.database.query(context, finish, [...row(context, request), request.hash, status, sealed, until]);
  }

  async release(context: Context, request: IdempotentRequest): Promise<void> {
    await this.database.query(context, release, [...row(context, request), request.hash]);
  }

  /** Drops what is past its time, of all organizations. */
  async purge(): Promise<void> {
    await this.database.query(systemContext(everyOrganization, 'idempotency purge'), purge, [this.clock.instant()]);
  }
}

function row({ organizationId, actor }: Context, { key }: IdempotentRequest): unknown[] {
  return [organizationId, actor.id, key];
}
