import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { TableRow } from '../../../database/table.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { type BindingEntity, bindingTable } from '../../identity/binding.entity.js';
import { type EntitlementEntity, entitlementTable } from '../../identity/entitlement.entity.js';
import { type IdentityEntity, identityTable } from '../../identity/identity.entity.js';
import { type SubjectEntity, subjectTable } from '../../subject/subject.entity.js';

export const subjectFields = listFieldsOf(
  subjectTable.only('id', 'parentKey', 'state', 'missingScans', 'lastEventAt', 'createdAt', 'updatedAt'),
  'subjects',
  {
    key: { column: 'subjects.source_key', type: 'text' },
    status: { column: "(subjects.facts ->> 'status')", type: 'text' },
    room: { column: 'subjects.room', type: 'text' },
    last_name: { column: "(subjects.facts ->> 'lastName')", type: 'text' },
    email: { column: "(subjects.facts ->> 'email')", type: 'text' },
    disputed: { column: '(subjects.disputed is not null)', type: 'boolean' },
    invalid: { column: '(subjects.invalid is not null)', type: 'boolean' },
  },
);

const ofSubject = [
  'id',
  'connectionId',
  'sourceKey',
  'parentKey',
  'guestKey',
  'kind',
  'facts',
  'version',
  'state',
  'invalid',
  'disputed',
  'missingScans',
  'lastEventAt',
  'endsAt',
  'identityId',
  'createdAt',
  'updatedAt',
] as const;
const ofIdentity = ['id', 'accountKey', 'kind', 'wantRev', 'doneRev', 'dueAt', 'attempts', 'problem'] as const;
const ofEntitlement = ['id', 'subjectId', 'kind', 'spec', 'validFromAt', 'validUntilAt', 'revoked'] as const;
const ofBinding = ['id', 'kind', 'remoteId', 'name', 'ownership', 'state', 'applied', 'endedAt'] as const;

export type SubjectRow = TableRow<SubjectEntity, (typeof ofSubject)[number]>;
export type IdentityRow = TableRow<IdentityEntity, (typeof ofIdentity)[number]>;
export type EntitlementRow = TableRow<EntitlementEntity, (typeof ofEntitlement)[number]>;
export type BindingRow = TableRow<BindingEntity, (typeof ofBinding)[number]>;

/** Whatever is known of the account that a record has. */
export interface SubjectAccount {
  readonly identity: IdentityRow | null;
  readonly entitlements: readonly EntitlementRow[];
  readonly bindings: readonly BindingRow[];
}

const columns = subjectTable.only(...ofSubject).of('subjects');

const byId = statement('api_subjects_by_id', `select ${columns} from subjects where organization_id = $1 and id = $2`);
const identityById = statement(
  'api_subjects_identity',
  `select ${identityTable.only(...ofIdentity).of('i')} from identities i where i.organization_id = $1 and i.id = $2`,
);
const entitlementsOf = statement(
  'api_subjects_entitlements',
  `
  select ${entitlementTable.only(...ofEntitlement).of('e')} from entitlements e where e.organization_id = $1
    and e.subject_id = $2 order by e.id`,
);
const bindingsOf = statement(
  'api_subjects_bindings',
  `
  select ${bindingTable.only(...ofBinding).of('b')} from bindings b where b.organization_id = $1
    and b.identity_id = $2 order by b.created_at, b.id`,
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
