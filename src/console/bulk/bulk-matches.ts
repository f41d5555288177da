import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { permits } from '../../http/access/permits.js';
import type { ListPart } from '../../http/body/streamed-body.js';
import { readJsonFilter } from '../../http/list/filter.js';
import type { ListFields } from '../../http/list/list-fields.js';
import { whereSql } from '../../http/list/list-sql.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { deviceListFields } from '../devices/devices.repository.js';
import { groupListFields } from '../user-groups/user-groups.repository.js';
import { userListFields } from '../users/users.repository.js';
import { voucherListFields } from '../vouchers/vouchers.repository.js';
import { chunkSize, mostOfJob } from './bulk.js';
import type { BulkMatching } from './bulk-request.js';

interface Listed {
  readonly fields: ListFields;
  readonly from: string;
  readonly where: string;
}

/** $1 organization, $2 now: whether a voucher has expired depends on it. */
const ofOrganization = (alias: string) => `${alias}.organization_id = $1 and $2::timestamptz is not null`;
const lists: Readonly<Record<string, Listed>> = {
  users: { fields: userListFields, from: 'users u', where: ofOrganization('u') },
  devices: { fields: deviceListFields, from: 'devices d', where: ofOrganization('d') },
  'user-groups': { fields: groupListFields, from: 'user_groups g', where: ofOrganization('g') },
  vouchers: { fields: voucherListFields, from: 'vouchers v', where: ofOrganization('v') },
};

/** The records that a list's filter matches when the job is created; later ones are not included. */
@Injectable()
export class BulkMatches {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The same operation for each record, in chunks like those of a request.
   * @throws Problem invalid if the filter is wrong, matches nothing, or more than a job may have; forbidden if the
   * caller may not read the list
   */
  async operations(context: Context, resource: string, { filter, op, data }: BulkMatching): Promise<ListPart[]> {
    if (!permits(context.actor, `${resource}:read`))
      throw new Problem('forbidden', `A filter needs the permission ${resource}:read`);
    const ids = await this.matching(context, lists[resource], filter);
    if (ids.length === 0) throw Problem.invalidField('filter', 'matches nothing');
    if (ids.length > mostOfJob)
      throw Problem.invalidField('filter', `matches more than ${mostOfJob} records: make it narrower`);
    const operations = ids.map((id) => (op === 'delete' ? { op, id } : { op, id, data }));
    return Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, index) => {
      const elements = operations.slice(index * chunkSize, (index + 1) * chunkSize);
      return { from: index * chunkSize, elements, json: Buffer.from(JSON.stringify(elements)) };
    });
  }

  private async matching(context: Context, { fields, from, where }: Listed, filter: object): Promise<string[]> {
    const list = { page: 1, pageSize: 1, sort: [], parameters: [], fields, conditions: conditionsOf(filter, fields) };
    const found = whereSql(list, { where, values: [context.organizationId, this.clock.instant()] });
    const id = fields.fields.id.column;
    const text = `select ${id} as id from ${from} where ${found.where} order by ${id} limit ${mostOfJob + 1}`;
    const rows = await this.database.query<{ id: string }>(context, statement('', text), found.values);
    return rows.map((row) => row.id);
  }
}

function conditionsOf(filter: object, fields: ListFields) {
  try {
    return readJsonFilter(JSON.stringify(filter), fields);
  } catch (error) {
    if (error instanceof Problem) throw Problem.invalidField('filter', error.message);
    throw error;
  }
}
