import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { queueStatements } from '../../src/database/queue/queue.js';
import { retentionStatements } from '../../src/database/retention/retention-rule.js';
import { retentionTable } from '../../src/retention/retention-table.js';

const source = new URL('../../src', import.meta.url).pathname;
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('database/migrations'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

/** Statements of a file, as far as they are written in one piece. */
const statementsOf = (text: string) => text.match(/\b(?:statement|replanned|copied)\(\s*['"`][\s\S]*?\n?\);/g) ?? [];

test('a statement that takes work another process may take names its organization', () => {
  const taking = files.flatMap(({ name, text }) =>
    statementsOf(text)
      .filter((each) => each.includes('skip locked'))
      .map((each) => ({ name, each })),
  );
  // What is not found here is not checked.
  expect(taking.length).toBeGreaterThanOrEqual(8);
  expect(taking.filter(({ each }) => !/organization_id = \$\d|\$\{own\}/.test(each))).toEqual([]);
});

/** What a sweep of Usher looks for, and what is asked before the tenant is known: reads that lock nothing. */
const readsOverAll = `
  abandoned_work_leased alert_digests_due alerts_waiting_organizations audit_organizations audit_organizations_waiting
  awaited_answers_organizations card_payments_due certificate_watch_organizations connection_tokens_by_hash
  connections_abandoned_links connections_due_runs connections_listening connections_organizations_to_test
  console_outages_due console_outages_forgotten console_refusals_news
  dispatch_organizations erasures_open_ones first_operator_waiting inbox_connections_with_waiting
  invitations_find keys_admit login_traces_organizations metrics_engine_state operator_links_find
  organizations_powers_within payment_providers_anywhere portal_payments_outlived portal_payments_settled
  radius_served_organizations radius_served_ports radius_served_radsec reconcile_due_targets report_schedules_due
 
  reseal_count_webhooks_old_secrets room_postings_expired room_postings_waiting session_endings_stale
  sessions_admit sessions_find silence_heard
  start_used_presets storm_left_alone subjects_due subjects_freed subscriptions_ending subscriptions_left_over`;
/** What holds for a key or a session wherever it is, and what time alone decides. */
const writesOverAll = `
  alert_digests_end_revoked alerts_end_due alerts_wake_due keys_used runs_follow_up sessions_close
  sessions_renew`;
/** No table of tenants. */
const elsewhere = /^(?:organizations|unnest|select|lateral|set|radius|pg_\w+|jsonb?_\w+|\w+_overlaps|usher_\w+)$/;
const ownOrganization =
  /organization_id\s*[=<>]+\s*(?:all|any)?\s*\(?\s*\$\d|\$\{|insert into\s+\w+(?: as \w+)?\s*\(\s*organization_id/;

test('a statement names its organization, but for these', () => {
  const crossing = files
    .flatMap(({ text }) => statementsOf(text))
    .filter((each) => {
      const tables = [...each.matchAll(/\b(?:from|join|update|into) ([a-z_]+)\b/g)].map(([, table]) => table);
      return tables.some((table) => !elsewhere.test(table)) && !ownOrganization.test(each);
    })
    .map((each) => ({
      name: /['"`]([^'"`]*)['"`]/.exec(each)?.[1],
      writes: /\b(?:update|delete from) \w+|for (?:no key )?update/.test(each),
    }));
  const named = (list: string) => list.trim().split(/\s+/);
  const found = (writes: boolean) =>
    crossing
      .filter((each) => each.writes === writes)
      .map(({ name }) => name)
      .sort();
  expect(found(false)).toEqual(named(readsOverAll));
  expect(found(true)).toEqual(named(writesOverAll));
});

test('a lock that no row holds is taken by a statement that reads no table', () => {
  // On Citus it would be taken on that table's node, where those who take it at the coordinator do not meet it.
  const taking = files
    .flatMap(({ text }) => statementsOf(text))
    .filter((each) => each.includes('advisory_xact_lock'))
    .map((each) => ({ name: /['"`]([^'"`]*)['"`]/.exec(each)?.[1], reads: /\bfrom\b/.test(each) }));
  expect(taking.length).toBeGreaterThanOrEqual(12);
  expect(taking.filter(({ reads }) => reads)).toEqual([]);
});

test('what is asked beside an organization names it, and does not follow its row', () => {
  // That row stands on every node, and Citus refuses a sub-select of a tenant's rows that depends on such a one.
  const following = files
    .flatMap(({ text }) => statementsOf(text))
    .filter((each) => /\bfrom organizations o\b/.test(each) && /\borganization_id = o\.id\b/.test(each))
    .map((each) => /['"`]([^'"`]*)['"`]/.exec(each)?.[1]);
  // Has other words where tables are distributed.
  expect(following).toEqual(['radius_served_organizations']);
});

test('an update reckons no column by what depends on a time zone, and none in its answer', () => {
  // Citus sends an update on, and all nodes have to reckon the same: `timestamptz + interval`, `date_trunc`
  // and `to_char` of a column depend on the session.
  const reckoned =
    /\b(?:date_trunc|to_char)\([^)]*_at\b|(?<!['$\w:])\b(?:\w+\.)?\w+_at [+-] (?:interval|make_interval)/;
  const found = files.flatMap(({ name, text }) =>
    statementsOf(text)
      .filter((each) => /^[^]*?['"`]\s*(?:update|insert into)\b/.test(each.slice(each.indexOf(',') + 1)))
      .filter((each) => reckoned.test(each))
      .map((each) => `${name}: ${reckoned.exec(each)?.[0]}`),
  );
  expect(found).toEqual([]);
});

test('an update makes no JSON of a column, and none within a case', () => {
  // These functions may depend on the session, too. What stands in a case or coalesce Citus does not look at as long as
  // none of them is in it.
  const json = String.raw`\b(?:to_jsonb?|jsonb?_build_(?:object|array)|concat(?:_ws)?|format|array_to_string)\(`;
  const depth = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`;
  const guarded = new RegExp(String.raw`\bcase\b[^]*?\bend\b|\bcoalesce\(${depth}\)`, 'g');
  const made = new RegExp(`${json}(${depth})\\)`, 'g');
  const isOdd = (assigned: string) => {
    const plain = assigned.replaceAll(/'[^']*'/g, "''").replaceAll(/::\w+/g, '');
    if ((plain.match(guarded) ?? []).some((each) => new RegExp(json).test(each))) return true;
    return [...plain.replaceAll(guarded, '').matchAll(made)].some(([, values]) => /[a-z"](?!\w*\()\b/i.test(values));
  };
  const found = files
    .flatMap(({ text }) => statementsOf(text))
    .flatMap((each) =>
      [...each.matchAll(/\bupdate \w+(?: (?:as )?\w+)?\s+set\b([^]*?)(?=\b(?:from|where|returning)\b|$)/g)]
        .filter(([, assigned]) => isOdd(assigned))
        .map(() => /['"`]([^'"`]*)['"`]/.exec(each)?.[1]),
    );
  expect(found).toEqual([]);
});

test('no statement finds its rows again by their place, but the one that creates or changes users in bulk', () => {
  expect(files.filter(({ text }) => /\bctid\b/.test(text)).map(({ name }) => name)).toEqual([
    'console/users/user-upsert.statements.ts',
  ]);
});

test('an insert of rows made by a function returns something or minds conflicts, everywhere or where it must', () => {
  // Citus writes others by COPY, which row-level security forbids. On plain PostgreSQL it costs some per cent.
  const found = files.flatMap(({ name, text }) =>
    statementsOf(text)
      .filter((each) => /\binsert into\b[^]*\bselect\b[^]*\b(?:unnest|jsonb?_to_recordset)\(/.test(each))
      .filter((each) => !each.startsWith('copied') && !/\breturning\b|\bon conflict\b/.test(each))
      .map(() => name),
  );
  expect(found).toEqual([]);
});

/** Of a statement, each insert up to the bracket that closes it. */
const insertsOf = (text: string) =>
  [...text.matchAll(/\binsert into\b/g)].map(({ index }) => {
    let depth = 0;
    const signs = text.slice(index).split('');
    const end = signs.findIndex((sign) => {
      depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      return depth < 0;
    });
    return signs.slice(0, end < 0 ? undefined : end).join('');
  });

test('an insert of what another part of the statement gives returns something or minds conflicts', () => {
  // As above: Citus hands such rows on by COPY.
  const found = files.flatMap(({ text }) =>
    statementsOf(text).flatMap((each) => {
      const parts = [...each.matchAll(/\b(\w+) as (?:materialized )?\(\s*(?:with|insert|update|delete|select)\b/g)];
      const given = new RegExp(`\\b(?:from|join) (?:${parts.map(([, name]) => name).join('|')})\\b`);
      return insertsOf(each)
        .filter((insert) => parts.length > 0 && given.test(insert) && !/\breturning\b|\bon conflict\b/.test(insert))
        .map(() => /['"`]([^'"`]*)['"`]/.exec(each)?.[1]);
    }),
  );
  expect(found).toEqual([]);
});

test('an insert of rows that are selected names no parameter where it meets a row', () => {
  // Citus may select them first and insert them by a statement of its own, which does not know the parameters' types.
  const found = files.flatMap(({ text }) =>
    statementsOf(text)
      .filter((each) => /\binsert into\b[^]*\bselect\b/.test(each))
      .filter((each) => /\bdo update set\b(?:(?!\breturning\b)[^`])*\$\d/.test(each))
      .map((each) => /['"`]([^'"`]*)['"`]/.exec(each)?.[1]),
  );
  expect(found).toEqual([]);
});

test('expired rows are looked for without a lock, and deleted inside one organization', () => {
  for (const rule of retentionTable) {
    const { look, batch } = retentionStatements(rule);
    expect(look.text).not.toMatch(/\bfor (no key )?update\b/);
    expect(batch.text.match(/r\.organization_id = \$1 and/g)).toHaveLength(2);
  }
});

test('a queue is looked through without a lock, and claimed from inside one organization', () => {
  const { look, claim, claimOne } = queueStatements({
    name: 'any',
    table: 'any',
    key: 'id',
    due: () => 'true',
    orderBy: 'due_at',
    leaseSeconds: 1,
    returning: 'q.id',
  });
  expect(look.text).not.toMatch(/\bfor (no key )?update\b/);
  for (const each of [claim, claimOne]) expect(each.text.match(/q\.organization_id = \$1 and/g)).toHaveLength(2);
});
