import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countedTable, tenantWall } from './tenant-table.js';

const tables = ['certificate_authorities', 'certificates', 'profiles'];

/** Whoever deletes a user or a device, by whatever way, also ends what its certificates open. */
function revokedWith(table: string, column: string): string[] {
  return [
    `create function usher_revoke_certificates_of_${table}() returns trigger language plpgsql as $$
     begin
       with revoked as (
         update certificates c set revoked_at = now(), revocation_reason = 'cessation_of_operation', announce_at = null,
           revision = c.revision + 1, updated_at = now()
         from removed r where c.organization_id = r.organization_id and c.${column} = r.id and c.revoked_at is null and c.expires_at > now()
         returning c.organization_id, c.authority_id)
       update certificate_authorities a set crl_outdated = true
       from (select distinct organization_id, authority_id from revoked) r where a.organization_id = r.organization_id and a.id = r.authority_id;
       return null;
     end $$`,
    `create trigger revoke_certificates after delete on ${table} referencing old table as removed
       for each statement execute function usher_revoke_certificates_of_${table}()`,
  ];
}

const sql = [
  // crl is made when it is asked for and outdated; a revocation only says that it is.
  `create table certificate_authorities (
     organization_id uuid not null references organizations (id) on delete cascade,
     id uuid not null,
     key_kind text not null,
     subject text not null,
     certificate text not null,
     private_key_sealed text not null,
     server_name text not null,
     crl bytea,
     crl_number bigint not null default 0,
     crl_outdated boolean not null default true,
     crl_updated_at timestamptz,
     expires_at timestamptz not null,
     created_at timestamptz not null,
     primary key (organization_id, id),
     constraint certificate_authorities_one unique (organization_id)
   )`,
  // user_id and device_id say whose the certificate is or was: no foreign keys, since the record outlives both.
  `create table certificates (
     organization_id uuid not null references organizations (id) on delete cascade,
     id uuid not null,
     authority_id uuid not null,
     serial text not null,
     purpose text not null,
     common_name text not null,
     subject text not null,
     dns_names text[] not null default '{}',
     user_id uuid,
     device_id uuid,
     certificate text not null,
     starts_at timestamptz not null,
     expires_at timestamptz not null,
     revoked_at timestamptz,
     revocation_reason text,
     announce_at timestamptz,
     revision int not null default 1,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (organization_id, id),
     constraint certificates_authority foreign key (organization_id, authority_id) references certificate_authorities (organization_id, id) on delete cascade
   )`,
  'create unique index certificates_serial on certificates (organization_id, serial)',
  'create index certificates_list on certificates (organization_id, created_at, id)',
  'create index certificates_by_user on certificates (organization_id, user_id) where user_id is not null',
  'create index certificates_by_device on certificates (organization_id, device_id) where device_id is not null',
  'create index certificates_revoked on certificates (organization_id, authority_id, expires_at) where revoked_at is not null',
  'create index certificates_announce on certificates (announce_at) where announce_at is not null',
  `create table profiles (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     ssid text not null,
     eap_type text not null,
     platform text not null,
     inner_method text,
     server_names text[] not null,
     anonymous_identity text,
     hidden boolean not null default false,
     domain text,
     user_id uuid,
     certificate_id uuid,
     revision int not null default 1,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (organization_id, id)
   )`,
  'create index profiles_list on profiles (organization_id, created_at, id)',
  ...revokedWith('users', 'user_id'),
  ...revokedWith('devices', 'device_id'),
];

/** An authority for each organization, what it issued, and profiles for devices that are to come onto the network. */
export class Certificates1764003000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of sql) await runner.query(each);
    for (const table of tables) for (const each of tenantWall(table)) await runner.query(each);
    for (const each of countedTable('certificates')) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['users', 'devices']) {
      await runner.query(`drop trigger if exists revoke_certificates on ${table}`);
      await runner.query(`drop function if exists usher_revoke_certificates_of_${table}()`);
    }
    for (const table of [...tables].reverse()) await runner.query(`drop table if exists ${table} cascade`);
    await runner.query("delete from resource_counts where resource = 'certificates'");
  }
}
