import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Context } from '../../../kernel/context.js';
import type { ConsoleUser } from '../port/wifi-console.js';

const page = statement(
  'built_in_user_page',
  `
  select u.id as "remoteId", u.username, u.disabled, u.group_id as "groupId", u.valid_until as "validUntil",
    u.external_id as "externalId"
  from users u where u.organization_id = $1 and u.id > $2 order by u.id limit $3`,
);

const first = '00000000-0000-0000-0000-000000000000';
const pageSize = 1000;

/** Every account of the organization, walked by key: the last page costs as little as the first. */
@Injectable()
export class UserPages {
  constructor(private readonly database: Database) {}

  async *all(context: Context): AsyncGenerator<readonly ConsoleUser[]> {
    for (let after = first; ;) {
      const users = await this.database.query<ConsoleUser>(context, page, [context.organizationId, after, pageSize]);
      if (users.length > 0) yield users;
      if (users.length < pageSize) return;
      after = users[users.length - 1].remoteId;
    }
  }
}
