import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

const tables = ['policies', 'policy_groups', 'operators', 'operator_sessions', 'sign_in_attempts'];

const life = `
     revision int not null default 1,
     created_at timestamptz not null,
     updated_at timestamptz not null`;

const sql = [
  `create table policies (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     name_key text not null,
     description text,
     priority int not null,
     enabled boolean not null,
     match text not null,
     conditions jsonb not null,
     effect text not null,
     reply jsonb not null,${life},
     primary key (organization_id, id),
     constraint policies_name unique (organization_id, name_key)
   )`,
  // The groups that conditions name, so that none of them can be deleted.
  `create table policy_groups (
     organization_id uuid not null,
     policy_id uuid not null,
     group_id uuid not null,
     primary key (organization_id, policy_id, group_id),
     constraint policy_groups_policy foreign key (organization_id, policy_id) references policies (organization_id, id) on delete cascade,
     constraint policy_groups_group foreign key (organization_id, group_id) references user_groups (organization_id, id)
   )`,
  'create index policy_groups_by_group on policy_groups (organization_id, group_id)',
  // role_id as in api_keys. recovery_hashes: SHA-256 of codes that are still unused. totp_step: the last one that was used.
  `create table operators (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     email text not null,
     email_key text not null,
     name text not null,
     role_id uuid not null,
     password_hash text,
     invitation_hash bytea,
     invitation_expires_at timestamptz,
     disabled boolean not null default false,
     totp_sealed text,
     totp_confirmed boolean not null default false,
     totp_step bigint not null default 0,
     recovery_hashes bytea[] not null default '{}',
     signed_in_at timestamptz,${life},
     primary key (organization_id, id),
     constraint operators_email unique (organization_id, email_key)
   )`,
  // Looked up before the organization is known, hence without it in front; so are tokens.
  'create index operators_by_email on operators (email_key, created_at)',
  'create unique index operators_by_invitation on operators (invitation_hash) where invitation_hash is not null',
  `create table operator_sessions (
     organization_id uuid not null,
     id uuid not null,
     operator_id uuid not null,
     token_hash bytea not null,
     created_at timestamptz not null,
     last_used_at timestamptz not null,
     expires_at timestamptz not null,
     primary key (organization_id, id),
     constraint operator_sessions_operator foreign key (organization_id, operator_id) references operators (organization_id, id) on delete cascade
   )`,
  'create unique index operator_sessions_token on operator_sessions (token_hash)',
  'create index operator_sessions_by_operator on operator_sessions (organization_id, operator_id)',
  // Of no tenant: counted before anybody is known. key: a kind and the hash of an e-mail address or a network address.
  `create table sign_in_attempts (
     organization_id uuid not null,
     key text not null,
     attempts int not null,
     ends_at timestamptz not null,
     primary key (organization_id, key)
   )`,
  'create index sign_in_attempts_over on sign_in_attempts (ends_at)',
];

/** Rules of access, and the people who work with the console. */
export class PoliciesAndOperators1764006000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of [...sql, ...tables.flatMap((table) => tenantWall(table))]) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.query(`drop table ${table}`);
  }
}
