import { Injectable } from '@nestjs/common';
import { copied, Database, listed } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import type { Cause } from './cause.js';

/** One action on an account, or a decision against one, and why. Never holds a password or a voucher's code. */
export interface LogEntry {
  readonly connectionId: string;
  readonly subjectId: string | null;
  readonly identityId: string | null;
  /** create_user, change_user, disable_user, delete_user, create_vouchers, change_voucher, revoke_voucher, adopt, … */
  readonly kind: string;
  readonly status: 'done' | 'failed' | 'refused' | 'disputed' | 'skipped' | 'held' | 'gone' | 'dead' | 'unknown';
  /** Null: the identity's own time had come. */
  readonly cause: (Cause & { readonly actor?: string }) | null;
  readonly account: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly detail: string | null;
}

const append = listed(
  copied(
    'provision_log_append',
    `
  insert into provision_log (organization_id, id, at, connection_id, subject_id, identity_id, run_id, kind, status,
    cause, actor, account, before, after, detail)
  select $1, r.id, $3, r.connection_id, r.subject_id, r.identity_id, r.run_id, r.kind, r.status, r.cause, r.actor,
    r.account, r.before, r.after, r.detail
  from json_to_recordset($2::json) as r (id uuid, connection_id uuid, subject_id uuid, identity_id uuid, run_id uuid,
    kind text, status text,
    cause text, actor text, account text, before jsonb, after jsonb, detail text)`,
  ),
);

/** Append-only: one row for each write to a console, and for each decision not to write. */
@Injectable()
export class ProvisionLog {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** In the context's transaction: action and log entry commit together. */
  async append(context: Context, entries: readonly LogEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => this.row(context, entry));
    await this.database.query(context, append, [context.organizationId, JSON.stringify(rows), this.clock.instant()]);
  }

  private row(context: Context, entry: LogEntry): object {
    const { cause } = entry;
    return {
      id: this.ids.next(),
      connection_id: entry.connectionId,
      subject_id: entry.subjectId,
      identity_id: entry.identityId,
      run_id: cause?.kind === 'run' ? cause.id : null,
      kind: entry.kind,
      status: entry.status,
      cause: cause ? `${cause.kind}:${cause.id}` : 'timer',
      actor: cause?.actor ?? context.actor.name,
      account: entry.account,
      before: entry.before,
      after: entry.after,
      detail: entry.detail,
    };
  }
}
