import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import { profileTable } from './profile.entity.js';
import type { Profile } from './profile.js';

export const profileListFields = listFieldsOf(profileTable, 'profiles', {
  hidden: { column: 'profiles.hidden', type: 'boolean' },
});

const username = statement(
  'profiles_username',
  'select u.username from users u where u.organization_id = $1 and u.id = $2',
);

@Injectable()
export class ProfilesRepository {
  readonly table: RecordTable<Profile>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<Profile>(database, profileTable, 'profile');
  }

  async username(context: Context, userId: string): Promise<string | undefined> {
    return (await this.database.one<{ username: string }>(context, username, [context.organizationId, userId]))
      ?.username;
  }
}
