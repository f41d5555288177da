import type { DataSource } from 'typeorm';
import { type Database, statement } from '../database/database.js';
import { keepsPreparedStatements } from '../database/prepared-statements.js';
import { SystemChance } from '../kernel/chance.js';
import { everyOrganization, systemContext } from '../kernel/context.js';
import { Secrets } from '../kernel/secrets.js';
import { SettingsRefused } from '../settings/load-settings.js';
import { StartProblem } from '../kernel/start-problem.js';
import type { AccessPresets } from '../provisioning/access/access-presets.js';

/** Tables of few rows whose sealed values are needed for as long as they are there; each value names its master key. */
const needed = [
  ['connections', 'secrets_sealed'],
  ['connections', 'target_secret_sealed'],
  ['webhooks', 'secret_sealed'],
  ['webhooks', 'url_sealed'],
  ['alert_contacts', 'url_sealed'],
  ['certificate_authorities', 'private_key_sealed'],
  ['alert_contacts', 'secret_sealed'],
  ['authentication_providers', 'secrets_sealed'],
  ['gateways', 'secrets_sealed'],
  ['payment_providers', 'secrets_sealed'],
  ['delivery_settings', 'secrets_sealed'],
  ['operators', 'totp_sealed'],
] as const;

/** The audit is sealed from an organization's first second on; heads of long ago may name keys that are gone. */
const audit = ['audit_heads', 'seal'] as const;

type Place = readonly [table: string, column: string];

const oneOfEachKey = ([table, column]: Place) =>
  `(select distinct on (split_part(${column}, '.', 2)) ${column} as value from ${table} where ${column} is not null)`;

/** Places of this version that an older schema has, too. */
const placesThere = `
  select p.place::int as place from unnest($1::text[], $2::text[]) with ordinality as p (table_name, column_name, place)
  join pg_attribute a on a.attrelid = to_regclass(p.table_name) and a.attname = p.column_name and not a.attisdropped`;

/**
 * A key that is missing would be noticed late: what it sealed would not open, and with another one in its place, what
 * is sealed from now on would not open for anybody else. Asked before the schema is brought up to date: who lacks the
 * key may be at the wrong database. In an empty one there is nothing to ask.
 * @throws SettingsRefused
 */
export async function requireMasterKeys(dataSource: DataSource, masterKeys: readonly Buffer[]): Promise<void> {
  const secrets = new Secrets(masterKeys, new SystemChance());
  const isKnown = ({ value }: { readonly value: string }) => secrets.knows(value);
  const [values, heads] = await dataSource.transaction(async (all) => {
    await all.query(`set local usher.organization_id = '${everyOrganization}'`);
    const places: readonly Place[] = [...needed, audit];
    const there = await all.query<{ place: number }[]>(placesThere, [
      places.map(([table]) => table),
      places.map(([, column]) => column),
    ]);
    const found = there.map(({ place }) => places[place - 1]!);
    const valuesIn = (some: readonly Place[]): Promise<{ value: string }[]> =>
      some.length === 0 ? Promise.resolve([]) : all.query(some.map(oneOfEachKey).join(' union all '));
    return [
      await valuesIn(found.filter((place) => place !== audit)),
      await valuesIn(found.filter((place) => place === audit)),
    ];
  });
  if (values.every(isKnown) && (heads.length === 0 || heads.some(isKnown))) return;
  throw new SettingsRefused([
    'USHER_MASTER_KEY: lacks a key with which this database was sealed: give that one, too, behind the ' +
      'first and a comma (one that nobody gave is master.key in the data folder of whoever used the database ' +
      'first). Nothing else opens what it sealed (docs/backup.md)',
  ]);
}

/**
 * Behind a pooler that loses prepared statements three quarters of the requests would fail, each process by itself.
 * @throws SettingsRefused
 */
export async function requireKeptStatements(dataSource: DataSource): Promise<void> {
  if (await keepsPreparedStatements(dataSource)) return;
  throw new SettingsRefused([
    'USHER_PREPARED_STATEMENTS: the pooler that DATABASE_URL names loses prepared statements (PgBouncer before 1.21, ' +
      'or with max_prepared_statements = 0): set it to false, or let the pooler keep them',
  ]);
}

/** With what a session has to begin, and how it is said. */
const usualSettings = [
  ['datestyle', /^ISO\b/, "'ISO, MDY'"],
  ['default_transaction_isolation', /^read committed$/, "'read committed'"],
] as const;

/**
 * Times are read as ISO 8601, and who meets another transaction waits for it instead of failing: where an administrator
 * has set the database to work otherwise, much of what is asked would fail, some of it only under load. In another
 * encoding than UTF-8 PostgreSQL does not normalize names, and RADIUS would answer nobody.
 * @throws SettingsRefused
 */
export async function requireUsualDatabase(dataSource: DataSource): Promise<void> {
  const [{ database, role, encoding, ...found }] = await dataSource.query<Record<string, string>[]>(
    `select quote_ident(current_database()) as database, quote_ident(current_user) as role,
       current_setting('server_encoding') as encoding,
       ${usualSettings.map(([name]) => `current_setting('${name}') as ${name}`).join(', ')}`,
  );
  if (encoding !== 'UTF8')
    throw new SettingsRefused([
      `DATABASE_URL: the database ${database} is encoded in ${encoding}, and names are Unicode. In UTF-8:  ` +
        `create database ${database} owner ${role} encoding 'UTF8' locale 'C.UTF-8' template template0`,
    ]);
  const wrong = usualSettings.filter(([name, usual]) => !usual.test(found[name]));
  if (wrong.length > 0)
    throw new SettingsRefused(
      wrong.map(
        ([name, , value]) =>
          `DATABASE_URL: sessions begin with ${name} = '${found[name]}', and Usher cannot work so:  alter database ` +
          `${database} set ${name} = ${value};  (or, where the role has it:  alter role ${role} reset ${name})`,
      ),
    );
}

const used = statement(
  'start_used_presets',
  "select distinct access ->> 'preset' as name from connections where access ->> 'preset' is not null order by 1",
);

/**
 * A preset that was taken out of config/presets while connections use it would fail each of them at every turn.
 * @throws StartProblem
 */
export async function requirePresets(database: Database, presets: AccessPresets): Promise<void> {
  const names = await database.query<{ name: string }>(systemContext(everyOrganization, 'start'), used);
  const missing = names.filter(({ name }) => !presets.find(name)).map(({ name }) => `${name}.yaml`);
  if (missing.length > 0)
    throw new StartProblem(
      `config/presets lacks ${missing.join(', ')}, which connections use: put it back, or give those ` +
        'connections another preset first',
    );
}
