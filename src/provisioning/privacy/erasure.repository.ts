import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { Erasure, ErasurePlace, OpenErasure } from './erasure.js';
import type { PersonScope } from './person.js';
import { erasureTable } from './privacy.entities.js';

/** In one round. */
export const erasuresAtOnce = 100;

const columns = erasureTable.only('id', 'person', 'status', 'counts', 'problem', 'createdAt', 'doneAt').of('erasures');

export const erasureFields = {
  ...listFieldsOf(erasureTable.only('id', 'person', 'status', 'createdAt', 'doneAt'), 'erasures'),
  sort: 'created_at:desc',
};

const byId = statement('erasures_by_id', `select ${columns} from erasures where organization_id = $1 and id = $2`);
const insert = statement(
  'erasures_insert',
  `
  insert into erasures (organization_id, id, person, status, subject_ids, identity_ids, scope_sealed, created_at)
    values ($1, $2, $3, 'ending', $4, $5, $6, $7)`,
);
/** $1, $2 the last one that was looked at. */
const open = replanned(
  'erasures_open_ones',
  `
  select organization_id as "organizationId", id, person, status, counts, identity_ids as "identityIds", scope_sealed
    as "scopeSealed", created_at as "createdAt" from erasures
  where status <> 'done' and (created_at, id) > ($1, $2) order by created_at, id limit $3`,
);
const lock = statement(
  'erasures_lock',
  'select id from erasures where organization_id = $1 and id = $2 and status = $3 for update skip locked',
);
const waits = statement(
  'erasures_waits',
  'update erasures set problem = $3 where organization_id = $1 and id = $2 and problem is distinct from $3',
);
const audit = statement(
  'erasures_audit',
  `
  update erasures set status = 'auditing', subject_ids = '{}', identity_ids = '{}', counts = $3, problem = null
    where organization_id = $1 and id = $2`,
);
const widen = statement(
  'erasures_widen',
  'update erasures set scope_sealed = $3 where organization_id = $1 and id = $2',
);
const finish = statement(
  'erasures_finish',
  `
  update erasures set status = 'done', scope_sealed = null, subject_ids = '{}', identity_ids = '{}', counts = $3,
    problem = null, done_at = $4 where organization_id = $1 and id = $2`,
);

@Injectable()
export class ErasureRepository {
  constructor(private readonly database: Database) {}

  page(context: Context, list: ListQuery): Promise<ListedRows<Erasure>> {
    return listRows<Erasure>(this.database, context, list, {
      name: 'erasures',
      select: columns,
      from: 'erasures',
      where: 'erasures.organization_id = $1',
      values: [context.organizationId],
    });
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<Erasure> {
    const row = await this.database.one<Erasure>(context, byId, [context.organizationId, id]);
    if (!row) throw Problem.notFound('erasure', id);
    return row;
  }

  async insert(
    inside: Context,
    id: string,
    person: string,
    { subjectIds, identityIds }: PersonScope,
    scopeSealed: string,
    now: Instant,
  ): Promise<void> {
    await this.database.query(inside, insert, [
      inside.organizationId,
      id,
      person,
      subjectIds,
      identityIds,
      scopeSealed,
      now,
    ]);
  }

  /** The oldest behind that one. */
  open({ createdAt, id }: ErasurePlace): Promise<OpenErasure[]> {
    return this.database.query<OpenErasure>(systemContext(everyOrganization, 'erasures'), open, [
      createdAt,
      id,
      erasuresAtOnce,
    ]);
  }

  /** False if another process has it, or had it. */
  async lock(inside: Context, id: string, status: Erasure['status']): Promise<boolean> {
    return (await this.database.query(inside, lock, [inside.organizationId, id, status])).length > 0;
  }

  async waits(inside: Context, id: string, problem: string | null): Promise<void> {
    await this.database.query(inside, waits, [inside.organizationId, id, problem]);
  }

  /** More was found of the person since the erasure began. */
  async widen(inside: Context, id: string, scopeSealed: string): Promise<void> {
    await this.database.query(inside, widen, [inside.organizationId, id, scopeSealed]);
  }

  /** Everything except the audit is done. */
  async audit(inside: Context, id: string, counts: Readonly<Record<string, number>>): Promise<void> {
    await this.database.query(inside, audit, [inside.organizationId, id, JSON.stringify(counts)]);
  }

  async finish(inside: Context, id: string, counts: Readonly<Record<string, number>>, now: Instant): Promise<void> {
    await this.database.query(inside, finish, [inside.organizationId, id, JSON.stringify(counts), now]);
  }
}
