import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { ConsoleOperation, ConsoleOperationKind } from '../wifi-console/port/wifi-console.js';
import type { Account, AppliedUser } from '../identity/account.js';
import { usernameKey } from '../../kernel/username-key.js';

/** What was asked of a remote console, without the password. */
export interface StoredRequest {
  readonly operation: Omit<ConsoleOperation, 'password'>;
  /** What the ledger will say once it is done. */
  readonly user: AppliedUser | null;
  readonly subjectId: string | null;
}

/** A call of unknown fate: it was committed as in flight, and no answer was recorded. */
export interface UnsettledOperation {
  readonly id: string;
  readonly identityId: string;
  readonly kind: ConsoleOperationKind;
  readonly state: 'inflight' | 'unknown';
  readonly request: StoredRequest;
}

export interface RecordedOperation {
  readonly account: Account;
  readonly operation: ConsoleOperation;
  readonly request: StoredRequest;
}

export interface FinishedOperation {
  readonly id: string;
  /** `planned`: certainly had no effect and will be sent again. `cancelled`: its fate no longer matters. */
  readonly state: 'done' | 'failed' | 'planned' | 'unknown' | 'cancelled';
  readonly detail: string | null;
}

const send = statement(
  'operations_send',
  `
  insert into operations as o (organization_id, id, identity_id, connection_id, target_key, kind, state, request, token,
    attempts, created_at, sent_at)
  select $1, r.id, r.identity_id, r.connection_id, r.target_key, r.kind, 'inflight', r.request, r.token, 1, $3, $3
  from json_to_recordset($2::json) as r (id uuid, identity_id uuid, connection_id uuid, target_key text, kind text,
    request jsonb, token bigint)
  on conflict (organization_id, id) do update set state = 'inflight', request = excluded.request,
    token = excluded.token, attempts = o.attempts + 1,
    problem = null, sent_at = excluded.sent_at, finished_at = null`,
);

const finish = replanned(
  'operations_finish',
  `
  update operations o set state = r.state, problem = r.problem, finished_at = case when r.state in ('unknown',
    'planned') then null else $3::timestamptz end
  from json_to_recordset($2::json) as r (id uuid, state text, problem jsonb) where o.organization_id = $1
    and o.id = r.id`,
);

const unsettled = replanned(
  'operations_unsettled_of',
  `
  select o.id, o.identity_id as "identityId", o.kind, o.state, o.request from operations o
  where o.organization_id = $1 and o.identity_id = any($2::uuid[]) and o.state in ('inflight', 'unknown')
    order by o.created_at, o.id`,
);

const namesInDoubt = statement(
  'operations_names_in_doubt',
  `
  select o.request -> 'operation' -> 'user' ->> 'username' as username from operations o
  where o.organization_id = $1 and o.target_key = $2 and o.kind = 'create_user' and o.state in ('inflight', 'unknown')`,
);

const distrust = replanned(
  'operations_distrust_bindings',
  `
  update bindings set state = 'unknown', updated_at = $3 where organization_id = $1 and identity_id = any($2::uuid[])
    and kind = 'user' and state = 'bound'`,
);

/** Calls to remote consoles, recorded before they are sent. */
@Injectable()
export class OperationRepository {
  constructor(private readonly database: Database) {}

  async send(inside: Context, sent: readonly RecordedOperation[], now: Instant): Promise<void> {
    const rows = sent.map(({ account, operation, request }) => ({
      id: operation.id,
      identity_id: account.id,
      connection_id: account.connectionId,
      target_key: account.targetKey,
      kind: operation.kind,
      request,
      token: account.token,
    }));
    if (rows.length > 0) await this.database.query(inside, send, [inside.organizationId, JSON.stringify(rows), now]);
  }

  async finish(inside: Context, finished: readonly FinishedOperation[], now: Instant): Promise<void> {
    const rows = finished.map(({ id, state, detail }) => ({ id, state, problem: detail === null ? null : { detail } }));
    if (rows.length > 0) await this.database.query(inside, finish, [inside.organizationId, JSON.stringify(rows), now]);
  }

  unsettled(context: Context, identityIds: readonly string[]): Promise<UnsettledOperation[]> {
    return this.database.query(context, unsettled, [context.organizationId, identityIds]);
  }

  /** Names of accounts that may exist although the ledger does not have them yet. */
  async namesInDoubt(context: Context, targetKey: string): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ username: string }>(context, namesInDoubt, [
      context.organizationId,
      targetKey,
    ]);
    return new Set(rows.map(({ username }) => usernameKey(username)));
  }

  /** It is uncertain what the console was last told about these accounts: send every field again. */
  async distrust(inside: Context, identityIds: readonly string[], now: Instant): Promise<void> {
    if (identityIds.length > 0) await this.database.query(inside, distrust, [inside.organizationId, identityIds, now]);
  }
}
