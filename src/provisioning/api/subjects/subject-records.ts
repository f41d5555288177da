import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';

export const subjectFields = listFields({
  id: 'subjects.id',
  fields: {
    id: { column: 'subjects.id', type: 'uuid' },
    key: { column: 'subjects.source_key', type: 'text' },
    parent_key: { column: 'subjects.parent_key', type: 'text' },
    state: { column: 'subjects.state', type: 'text' },
    status: { column: "(subjects.facts ->> 'status')", type: 'text' },
    room: { column: 'subjects.room', type: 'text' },
    last_name: { column: "(subjects.facts ->> 'lastName')", type: 'text' },
    email: { column: "(subjects.facts ->> 'email')", type: 'text' },
    disputed: { column: '(subjects.disputed is not null)', type: 'boolean' },
    invalid: { column: '(subjects.invalid is not null)', type: 'boolean' },
    missing_scans: { column: 'subjects.missing_scans', type: 'integer' },
    last_event_at: { column: 'subjects.last_event_at', type: 'instant' },
    created_at: { column: 'subjects.created_at', type: 'instant' },
    updated_at: { column: 'subjects.updated_at', type: 'instant' },
  },
});

type Json = Readonly<Record<string, unknown>>;

/** Columns as the table has them. */
export interface SubjectRow {
  readonly id: string;
  readonly connection_id: string;
  readonly source_key: string;
  readonly parent_key: string | null;
  readonly guest_key: string | null;
  readonly kind: string;
  readonly facts: Json;
  readonly version: string | null;
  readonly state: string;
  readonly invalid: Json | null;
  readonly disputed: Json | null;
  readonly missing_scans: number;
  readonly last_event_at: Instant;
  readonly ends_at: Instant | null;
  readonly identity_id: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface IdentityRow {
  readonly id: string;
  readonly account_key: string;
  readonly kind: string;
  readonly want_rev: number;
  readonly done_rev: number;
  readonly due_at: Instant | null;
  readonly attempts: number;
  readonly problem: Json | null;
}

export interface EntitlementRow {
  readonly id: string;
  readonly subject_id: string;
  readonly kind: string;
  readonly spec: Json;
  readonly valid_from_at: Instant | null;
  readonly valid_until_at: Instant | null;
  readonly revoked: boolean;
}

export interface BindingRow {
  readonly id: string;
  readonly kind: string;
  readonly remote_id: string;
  readonly name: string;
  readonly ownership: string;
  readonly state: string;
  readonly applied: Json;
  readonly ended_at: Instant | null;
}

/** Whatever is known of the account that a record has. */
export interface SubjectAccount {
  readonly identity: IdentityRow | null;
  readonly entitlements: readonly EntitlementRow[];
  readonly bindings: readonly BindingRow[];
}

const columns = `subjects.id, subjects.connection_id, subjects.source_key, subjects.parent_key, subjects.guest_key,
  subjects.kind, subjects.facts,
  subjects.version, subjects.state, subjects.invalid, subjects.disputed, subjects.missing_scans,
  subjects.last_event_at, subjects.ends_at,
  subjects.identity_id, subjects.created_at, subjects.updated_at`;

const byId = statement('api_subjects_by_id', `select ${columns} from subjects where organization_id = $1 and id = $2`);
const identityById = statement(
  'api_subjects_identity',
  `
  select id, account_key, kind, want_rev, done_rev, due_at, attempts, problem from identities where organization_id = $1
    and id = $2`,
);
const entitlementsOf = statement(
  'api_subjects_entitlements',
  `
  select id, subject_id, kind, spec, valid_from_at, valid_until_at, revoked from entitlements where organization_id = $1
    and subject_id = $2 order by id`,
);
const bindingsOf = statement(
  'api_subjects_bindings',
  `
  select id, kind, remote_id, name, ownership, state, applied, ended_at from bindings where organization_id = $1
    and identity_id = $2 order by created_at, id`,
);

/** Outside records and what became of them, for reading. */
@Injectable()
export class SubjectRecords {
  constructor(private readonly database: Database) {}

  page(context: Context, connectionId: string, list: ListQuery): Promise<ListedRows<SubjectRow>> {
    return listRows(this.database, context, list, {
      name: 'api_subjects',
      select: columns,
      from: 'subjects',
      where: 'subjects.organization_id = $1 and subjects.connection_id = $2',
      values: [context.organizationId, connectionId],
    });
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<SubjectRow> {
    const row = await this.database.one<SubjectRow>(context, byId, [context.organizationId, id]);
    if (!row) throw Problem.notFound('subject', id);
    return row;
  }

  async account(context: Context, { id, identity_id: identityId }: SubjectRow): Promise<SubjectAccount> {
    const { organizationId } = context;
    const [identity, entitlements, bindings] = await Promise.all([
      this.database.one<IdentityRow>(context, identityById, [organizationId, identityId]),
      this.database.query<EntitlementRow>(context, entitlementsOf, [organizationId, id]),
      this.database.query<BindingRow>(context, bindingsOf, [organizationId, identityId]),
    ]);
    return { identity: identity ?? null, entitlements, bindings };
  }
}
