import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';

const until = statement(
  'radius_person_until',
  'select valid_until as "until" from users where organization_id = $1 and external_id = $2',
);
const username = statement('radius_person_name', 'select username from users where organization_id = $1 and id = $2');

@Injectable()
export class KnownPeopleRepository {
  constructor(private readonly database: Database) {}

  /** When the account ends; undefined: there is none, or it has no end. */
  async until(context: Context, externalId: string): Promise<Instant | undefined> {
    const row = await this.database.one<{ until: Instant | null }>(context, until, [
      context.organizationId,
      externalId,
    ]);
    return row?.until ?? undefined;
  }

  async username(context: Context, userId: string): Promise<string | undefined> {
    return (await this.database.one<{ username: string }>(context, username, [context.organizationId, userId]))
      ?.username;
  }
}
