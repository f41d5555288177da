import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';

const enabled = statement(
  'portal_directories',
  `
  select id from authentication_providers
  where organization_id = $1 and type = 'ldap' and not disabled
    and use <> 'operators' order by created_at, id`,
);

const byRadius = statement(
  'radius_directories',
  `
  select id, name from authentication_providers
  where organization_id = $1 and type = 'ldap' and not disabled
    and (settings ->> 'radius_sign_in')::boolean order by created_at, id`,
);

@Injectable()
export class DirectoriesRepository {
  constructor(private readonly database: Database) {}

  /** Ids of the directories that may be asked about guests, the oldest first. */
  async enabled(context: Context): Promise<string[]> {
    return (await this.database.query<{ id: string }>(context, enabled, [context.organizationId])).map(({ id }) => id);
  }

  /** The directories whose people sign in by RADIUS, the oldest first. */
  byRadius(context: Context): Promise<{ readonly id: string; readonly name: string }[]> {
    return this.database.query(context, byRadius, [context.organizationId]);
  }
}
