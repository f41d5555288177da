import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import type { Profile } from './profile.js';

export const profileFields = listFields({
  id: 'p.id',
  fields: {
    id: { column: 'p.id', type: 'uuid' },
    name: { column: 'p.name', type: 'text' },
    ssid: { column: 'p.ssid', type: 'text' },
    eap_type: { column: 'p.eap_type', type: 'text' },
    platform: { column: 'p.platform', type: 'text' },
    inner_method: { column: 'p.inner_method', type: 'text' },
    anonymous_identity: { column: 'p.anonymous_identity', type: 'text' },
    hidden: { column: 'p.hidden', type: 'boolean' },
    domain: { column: 'p.domain', type: 'text' },
    user_id: { column: 'p.user_id', type: 'uuid' },
    certificate_id: { column: 'p.certificate_id', type: 'uuid' },
    created_at: { column: 'p.created_at', type: 'instant' },
    updated_at: { column: 'p.updated_at', type: 'instant' },
  },
});

const columns = `p.id, p.name, p.ssid, p.eap_type as "eapType", p.platform, p.inner_method as "innerMethod",
  p.server_names as "serverNames",
  p.anonymous_identity as "anonymousIdentity", p.hidden, p.domain, p.user_id as "userId",
  p.certificate_id as "certificateId", p.revision,
  p.created_at as "createdAt", p.updated_at as "updatedAt"`;

const find = statement('profiles_find', `select ${columns} from profiles p where p.organization_id = $1 and p.id = $2`);
const findForChange = statement('profiles_find_for_change', `${find.text} for update`);
const insert = statement(
  'profiles_insert',
  `
  insert into profiles (organization_id, id, name, ssid, eap_type, platform, inner_method, server_names,
    anonymous_identity, hidden, domain, user_id,
    certificate_id, updated_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
);
const update = statement(
  'profiles_update',
  `
  update profiles set name = $3, ssid = $4, eap_type = $5, platform = $6, inner_method = $7, server_names = $8,
    anonymous_identity = $9, hidden = $10,
    domain = $11, user_id = $12, certificate_id = $13, updated_at = $14, revision = revision + 1
    where organization_id = $1 and id = $2`,
);
const remove = statement('profiles_remove', 'delete from profiles where organization_id = $1 and id = $2');
const username = statement(
  'profiles_username',
  'select u.username from users u where u.organization_id = $1 and u.id = $2',
);

@Injectable()
export class ProfilesRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Profile>> {
    return listRows<Profile>(this.database, context, list, {
      name: 'profiles',
      select: columns,
      from: 'profiles p',
      where: 'p.organization_id = $1',
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<Profile | undefined> {
    return this.database.one<Profile>(context, find, [context.organizationId, id]);
  }

  findForChange(inside: Context, id: string): Promise<Profile | undefined> {
    return this.database.one<Profile>(inside, findForChange, [inside.organizationId, id]);
  }

  async insert(context: Context, profile: Profile): Promise<void> {
    await this.database.query(context, insert, [context.organizationId, profile.id, ...valuesOf(profile)]);
  }

  async update(context: Context, profile: Profile): Promise<void> {
    await this.database.query(context, update, [context.organizationId, profile.id, ...valuesOf(profile)]);
  }

  async remove(context: Context, id: string): Promise<void> {
    await this.database.query(context, remove, [context.organizationId, id]);
  }

  async username(context: Context, userId: string): Promise<string | undefined> {
    return (await this.database.one<{ username: string }>(context, username, [context.organizationId, userId]))
      ?.username;
  }
}

function valuesOf(profile: Profile): unknown[] {
  return [
    profile.name,
    profile.ssid,
    profile.eapType,
    profile.platform,
    profile.innerMethod,
    profile.serverNames,
    profile.anonymousIdentity,
    profile.hidden,
    profile.domain,
    profile.userId,
    profile.certificateId,
    profile.updatedAt,
  ];
}
