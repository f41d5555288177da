import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

const ofConnection = (table: string) =>
  `constraint ${table}_connection foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade`;

const resource = (table: string) => `
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  name_key text not null,
  external_id text,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  ${ofConnection(table)}`;

const up = [
  // Whoever calls names nothing but a token: found over all organizations by its hash.
  `create table connection_tokens (
     organization_id uuid not null,
     id uuid not null,
     connection_id uuid not null,
     token_hash bytea not null,
     prefix text not null,
     created_at timestamptz not null,
     primary key (organization_id, id),
     ${ofConnection('connection_tokens')}
   )`,
  'create unique index connection_tokens_hash on connection_tokens (token_hash)',
  'create index connection_tokens_of_connection on connection_tokens (organization_id, connection_id)',
  `create table scim_users (${resource('scim_users')}, active boolean not null, document jsonb not null)`,
  'create unique index scim_users_name on scim_users (organization_id, connection_id, name_key)',
  'create unique index scim_users_external_id on scim_users (organization_id, connection_id, external_id) where external_id is not null',
  'create index scim_users_list on scim_users (organization_id, connection_id, created_at, id)',
  // Matching by address: an index over the document could not be used behind row-level security.
  `create table scim_emails (
     organization_id uuid not null,
     user_id uuid not null,
     value_key text not null,
     connection_id uuid not null,
     primary key (organization_id, user_id, value_key),
     constraint scim_emails_user foreign key (organization_id, user_id) references scim_users (organization_id, id) on delete cascade
   )`,
  'create index scim_emails_value on scim_emails (organization_id, connection_id, value_key)',
  `create table scim_groups (${resource('scim_groups')}, display_name text not null)`,
  'create unique index scim_groups_name on scim_groups (organization_id, connection_id, name_key)',
  'create unique index scim_groups_external_id on scim_groups (organization_id, connection_id, external_id) where external_id is not null',
  'create index scim_groups_list on scim_groups (organization_id, connection_id, created_at, id)',
  `create table scim_members (
     organization_id uuid not null,
     group_id uuid not null,
     user_id uuid not null,
     primary key (organization_id, group_id, user_id),
     constraint scim_members_group foreign key (organization_id, group_id) references scim_groups (organization_id, id) on delete cascade,
     constraint scim_members_user foreign key (organization_id, user_id) references scim_users (organization_id, id) on delete cascade
   )`,
  'create index scim_members_of_user on scim_members (organization_id, user_id)',
];

const tables = ['connection_tokens', 'scim_users', 'scim_emails', 'scim_groups', 'scim_members'];

/** Users and groups that a directory keeps with us, and the tokens by which it calls. */
export class Directories1764040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...up, ...tables.flatMap((table) => tenantWall(table))]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.query(`drop table ${table}`);
  }
}
