import { replanned } from '../database/database.js';
import type { RadiusColumn, SealedColumn } from './sealed-columns.js';

const newRows = 'jsonb_to_recordset($2::jsonb) as n (id uuid, part text, was text, sealed text)';
const isOld = (column: string, key: string) => `${column} is not null and split_part(${column}, '.', 2) <> ${key}`;

/** Over all organizations: which of them have something that another key than $1 sealed, and how much. */
export function oldByOrganization(table: string, column: string) {
  return replanned(
    `reseal_count_${table}_${column}`,
    `select organization_id as "organizationId", count(*)::int as count from ${table} where ${isOld(column, '$1')}
    group by organization_id`,
  );
}

/** $2: the first key, $3 and $4: the row before. */
export function oldOnes({ table, column, key: [id, part] = ['id', "''::text"] }: SealedColumn) {
  return replanned(
    `reseal_find_${table}_${column}`,
    `select ${id} as id, ${part} as part, ${column} as sealed from ${table}
    where organization_id = $1 and ${isOld(column, '$2')} and (${id}, ${part}) > ($3::uuid, $4::text)
    order by 1, 2 limit 200`,
  );
}

/** What somebody changed meanwhile stays as it is: it is sealed anew already. */
export function sealAnew({ table, column, key }: SealedColumn) {
  const [id, part] = key ?? ['id'];
  return replanned(
    `reseal_write_${table}_${column}`,
    `update ${table} t set ${column} = n.sealed from ${newRows}
    where t.organization_id = $1 and t.${id} = n.id ${part ? `and t.${part} = n.part` : ''} and t.${column} = n.was
    returning 1 as written`,
  );
}

const bytes = (value: string, isText = false) => (isText ? value : `encode(${value}, 'base64')`);

/** Every row: the form names no key. */
export function radiusOnes({ table, column, isText }: RadiusColumn) {
  return replanned(
    `reseal_find_${table}_${column}`,
    `select id, '' as part, translate(${bytes(column, isText)}, E'\\n', '') as sealed from ${table}
    where organization_id = $1 and ${column} is not null and id > $2::uuid order by id limit 1000`,
  );
}

export function sealRadiusAnew({ table, column, isText }: RadiusColumn) {
  const given = (value: string) => (isText ? value : `decode(${value}, 'base64')`);
  return replanned(
    `reseal_write_${table}_${column}`,
    `update ${table} t set ${column} = ${given('n.sealed')} from ${newRows}
    where t.organization_id = $1 and t.id = n.id and t.${column} = ${given('n.was')} returning 1 as written`,
  );
}

/** Of accounts' passwords: also the fingerprint, by which it is known that a password is the same. */
export const oldPasswords = replanned(
  'reseal_find_passwords',
  `
  select id, '' as part, secret_sealed as sealed, identity_id as "identityId",
    spec ->> 'passwordFingerprint' as fingerprint
  from entitlements where organization_id = $1 and ${isOld('secret_sealed', '$2')} and id > $3::uuid
  order by id limit 200`,
);

/** Whoever reconciles holds them first, too. */
export const holdIdentities = replanned(
  'reseal_hold_identities',
  `
  select id from identities where organization_id = $1 and id = any ($2::uuid[]) order by id for no key update`,
);

export const sealPasswordsAnew = replanned(
  'reseal_write_passwords',
  `
  with told as (
    select n.* from jsonb_to_recordset($2::jsonb)
      as n (id uuid, "identityId" uuid, was text, sealed text, fingerprint text, "newFingerprint" jsonb)),
  written as (
    update entitlements t set secret_sealed = n.sealed,
      spec = case when n."newFingerprint" is null then t.spec
        else jsonb_set(t.spec, '{passwordFingerprint}', n."newFingerprint") end
    from told n where t.organization_id = $1 and t.id = n.id and t.secret_sealed = n.was
    returning n."identityId", n.fingerprint, n."newFingerprint"),
  known as (select distinct * from written where "newFingerprint" is not null),
  bound as (
    update bindings b set applied = jsonb_set(b.applied, '{passwordFingerprint}', k."newFingerprint")
    from known k where b.organization_id = $1 and b.identity_id = k."identityId"
      and b.applied ->> 'passwordFingerprint' = k.fingerprint returning 1),
  delivered as (
    update credential_deliveries d set credential = k."newFingerprint" #>> '{}'
    from known k where d.organization_id = $1 and d.identity_id = k."identityId" and d.credential = k.fingerprint
    returning 1)
  select 1 as written from written`,
);

/** Until they expire, a day after a rotation. */
export const oldWebhookSecrets = replanned(
  'reseal_count_webhooks_old_secrets',
  `select count(*)::int as count from webhooks w, jsonb_array_elements(w.old_secrets) o
  where split_part(o ->> 'sealed', '.', 2) <> $1 and (o ->> 'untilAt')::timestamptz > now()`,
);
