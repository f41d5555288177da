import { arrayLiteral } from '../../database/array-literal.js';
import { inPlainSight, replanned, type Statement } from '../../database/database.js';
import type { PlainRow } from './plain-upserts.js';
import { userTable } from './user.entity.js';
import { usernameKey } from '../../kernel/username-key.js';
import type { UserFields, UserKey, UserValues } from './user.js';

/** A row in stored form: the password's hashes, or none if it stays as it is. */
export interface UpsertRow extends Pick<PlainRow, 'key' | 'username'> {
  /** For a user that does not exist yet. */
  readonly id: string;
  readonly values: Partial<Omit<UserValues, 'password'>>;
  readonly password?: { readonly ntHashSealed: Buffer | null; readonly passwordSsha512: string | null };
}

/** Every column a row may set, with its bit. The password's bit comes after theirs. */
const { all: columns } = userTable.without(
  'organizationId',
  'id',
  'usernameKey',
  'ntHashSealed',
  'passwordSsha512',
  'revision',
  'createdAt',
  'updatedAt',
);
const fields = columns.map(({ field }) => field) as readonly (keyof UserFields)[];
const bitOf = (field: keyof UserFields) => bit(fields.indexOf(field));
const [fromBit, untilBit] = [bitOf('validFrom'), bitOf('validUntil')];
const passwordBit = bit(columns.length);

/**
 * Looks each row up by its key, changes what differs and creates what is missing. Answers `made` and `changed` (how
 * many) and `met`: [number of the row, id, whether it differed, key of the other kind that it gives up or null] for
 * each existing one.
 *
 * These keep PostgreSQL on one probe a row, whatever its statistics know. The lookup is lateral. `(select $1)` hides
 * the organization: one that the statistics do not know yet counts as empty, and all its users would be read for every
 * row. `(select $3)` hides the number of rows, so that existing users are changed by their place (ctid) and not by a
 * join with the whole table. Nothing else is joined. A row that somebody else changed meanwhile has another place and
 * is missing from `changed`: the caller starts again. `reversed`: the row's period, completed by what is stored, ends
 * before it begins.
 */
function upsertBy(key: UserKey): Statement {
  const [keyColumn, other, otherBit] =
    key === 'username'
      ? ['username_key', 'external_id', bitOf('externalId')]
      : ['external_id', 'username_key', bitOf('username')];
  const names = columns.map(({ name }) => name);
  const differs = names.map((name, index) => `r.given & ${bit(index)} <> 0 and r.${name} is distinct from u.${name}`);
  const kept = names.map(
    (name, index) => `${name} = case when m.given & ${bit(index)} <> 0 then m.${name} else u.${name} end`,
  );
  const input = ['text', 'uuid', 'int', 'text', 'bytea', 'text', ...columns.map(({ type }) => type)];
  const found = replanned(
    `users_upsert_by_${keyColumn}`,
    `
    with looked_up as materialized (
      select r.*, u.id as met_id, u.at_place,
        (r.given & ${passwordBit} <> 0 and r.password_ssha512 is distinct from u.password_ssha512
          or ${differs.join(' or ')}) as differs,
        case when r.given & ${otherBit} <> 0 and r.${other} is distinct from u.${other} then u.${other} end as given_up,
        r.given & ${fromBit | untilBit} <> 0 and case when r.given & ${fromBit} <> 0 then r.valid_from
          else u.valid_from end
          >= case when r.given & ${untilBit} <> 0 then r.valid_until else u.valid_until end as reversed
      from unnest(${input.map((type, index) => `(select $${index + 3}::${type}[])`).join(', ')})
        with ordinality as r (key, id, given, username_key, nt_hash_sealed, password_ssha512, ${names.join(', ')},
          number)
      left join lateral (select *, ctid as at_place from users where organization_id = (select $1::uuid)
        and ${keyColumn} = r.key offset 0) u on true
    ), changed as (
      update users u set ${kept.join(', ')},
        username_key = case when m.given & ${bitOf('username')} <> 0 then m.username_key else u.username_key end,
        nt_hash_sealed = case when m.given & ${passwordBit} <> 0 then m.nt_hash_sealed else u.nt_hash_sealed end,
        password_ssha512 = case when m.given & ${passwordBit} <> 0 then m.password_ssha512 else u.password_ssha512 end,
        revision = u.revision + 1, updated_at = $2
      from looked_up m
      where m.met_id is not null and m.differs and u.ctid = m.at_place and u.organization_id is not distinct
        from $1::uuid
      returning 1
    ), made as (
      insert into users (organization_id, id, username_key, nt_hash_sealed, password_ssha512, created_at, updated_at,
        ${names.join(', ')})
      select $1, n.id, n.username_key, n.nt_hash_sealed, n.password_ssha512, $2, $2,
        ${columns
          .map(({ name, usual }) => (usual === undefined ? `n.${name}` : `coalesce(n.${name}, ${usual})`))
          .join(', ')}
      from looked_up n where n.met_id is null
      order by n.username_key
      returning 1
    )
    select (select count(*) from made) as made, (select count(*) from changed) as changed,
      (select json_agg(json_build_array(m.number, m.met_id, m.differs, m.given_up)) from looked_up m where m.met_id is
      not null) as met,
      exists (select 1 from looked_up m where m.reversed) as reversed`,
  );
  return inPlainSight(
    found,
    ['u.ctid = m.at_place and u.organization_id is not distinct', 'u.id = m.met_id and u.revision = m.met_revision'],
    ['        from $1::uuid\n', '        and u.organization_id = $1::uuid\n'],
    ['u.id as met_id, u.at_place,', 'u.id as met_id, u.revision as met_revision,'],
    ['select *, ctid as at_place from users', 'select * from users'],
  );
}

export const upsert: Readonly<Record<UserKey, Statement>> = {
  username: upsertBy('username'),
  externalId: upsertBy('externalId'),
};

/** The statement's parameters after organization and time. */
export function upsertValues(by: UserKey, rows: readonly UpsertRow[]): string[] {
  return [
    arrayLiteral(rows.map(({ key }) => key)),
    arrayLiteral(rows.map(({ id }) => id)),
    arrayLiteral(rows.map(givenOf)),
    arrayLiteral(rows.map(({ username }) => usernameKey(username))),
    arrayLiteral(
      rows.map(({ password }) => (password?.ntHashSealed ? `\\x${password.ntHashSealed.toString('hex')}` : null)),
    ),
    arrayLiteral(rows.map(({ password }) => password?.passwordSsha512)),
    ...fields.map((field) =>
      arrayLiteral(
        rows.map((row) => {
          if (field === 'username') return row.username;
          return field === 'externalId' && by === 'externalId' ? row.key : row.values[field];
        }),
      ),
    ),
  ];
}

function givenOf({ values, password }: UpsertRow): number {
  let given = password ? passwordBit : 0;
  for (const [index, field] of fields.entries()) if (values[field] !== undefined) given |= bit(index);
  return given;
}

function bit(index: number): number {
  return 1 << index;
}

const passwordsOf = (column: string) => `
  select k.key, u.password_ssha512 as "passwordSsha512" from unnest($2::text[]) as k (key)
  cross join lateral (select password_ssha512 from users where organization_id = (select $1::uuid)
  and ${column} = k.key offset 0) u
  where u.password_ssha512 is not null`;

/** The stored passwords of those who have one, by key. */
export const passwords: Readonly<Record<UserKey, Statement>> = {
  username: inPlainSight(replanned('users_passwords_by_username_key', passwordsOf('username_key'))),
  externalId: inPlainSight(replanned('users_passwords_by_external_id', passwordsOf('external_id'))),
};
