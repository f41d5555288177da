import { expect, test } from '@jest/globals';
import type { Change } from '../change.js';
import type { MappingDocument } from './mapping-document.js';
import { wrongInMapping } from './mapping-rules.js';
import { type MappingOptions, RecordMapping } from './record-mapping.js';

const list: MappingOptions = { timeZone: 'Europe/Vienna', source: 'list' };
const plain = { version: 1, kind: 'visit', match: [{ status: 'active' }], key: { path: '/id' }, fields: {} } as const;

function changes(document: object, message: unknown, options = list): readonly Change[] {
  expect(wrongInMapping({ ...plain, ...document }, '#', options)).toEqual([]);
  return new RecordMapping({ ...plain, ...document } as unknown as MappingDocument, options).changesOf(message);
}

/** The one fact of a record, or what is said to be wrong. */
function fact(kind: string, name: string, value: object, record: object, more: object = {}): unknown {
  const match = [
    {
      status: { visit: 'active', stay: 'in_house', employment: 'active', presence: 'active', membership: 'active' }[
        kind
      ],
    },
  ];
  const [change] = changes({ kind, match, fields: { [name]: value }, ...more }, { id: 1, ...record });
  if (change.kind === 'malformed') return change.problem.detail;
  return change.kind === 'record'
    ? Object.entries(change.record.facts).find(([known]) => !['kind', 'status'].includes(known))?.[1]
    : change;
}

const tables = { tables: { words: { a: 'alpha', yes: 'true' } } };

test.each<[string, string, object, object, unknown]>([
  ['visit', 'first_name', { path: '/n' }, { n: '  Ada ' }, 'Ada'],
  ['visit', 'first_name', { path: '/n' }, { n: 42 }, '42'],
  ['visit', 'first_name', { path: '/n' }, { n: 'A\u0000d\ud800a' }, 'Ada'],
  ['visit', 'first_name', { path: '/a~1b/~0' }, { 'a/b': { '~': 'deep' } }, 'deep'],
  ['visit', 'first_name', { path: '/list/1' }, { list: ['no', 'this'] }, 'this'],
  ['visit', 'first_name', { path: '/list/01' }, { list: ['no', 'this'] }, undefined],
  ['visit', 'first_name', { path: '#/id' }, {}, '1'],
  ['visit', 'other_last_names', { path: '/a/*/n' }, { a: [{ n: 'Ito' }, {}, { n: 'Sato' }] }, ['Ito', 'Sato']],
  ['visit', 'first_name', { path: '/a/*/n', transform: ['first'] }, { a: [{ n: 'Ada' }, { n: 'Eve' }] }, 'Ada'],
  ['visit', 'first_name', { path: '/a/*/n' }, { a: { '*': { n: 'Ada' } } }, 'Ada'],
  ['visit', 'first_name', { path: '/toString' }, {}, undefined],
  ['visit', 'first_name', { path: '/n/length' }, { n: [1, 2] }, undefined],
  ['visit', 'email', { path: '/e', transform: ['email'] }, { e: ' Ada@Example.COM ' }, 'ada@example.com'],
  ['visit', 'email', { path: '/e', transform: ['email'] }, { e: '  ' }, undefined],
  ['visit', 'email', { path: '/e', transform: ['email'] }, { e: '\u00a0' }, undefined],
  ['visit', 'first_name', { path: '/n', transform: ['lookup:words', 'upper'] }, { n: 'b' }, undefined],
  ['visit', 'first_name', { path: '/n', transform: ['lookup:words', 'upper'] }, { n: 'a' }, 'ALPHA'],
  [
    'visit',
    'first_name',
    { path: '/n' },
    { n: 2 ** 53 },
    'fields/first_name: what is at "/n" is a number too large to be exact: have it sent as text',
  ],
  [
    'visit',
    'email',
    { path: '/e', transform: ['email'] },
    { e: 'ada at example' },
    'fields/email: what is at "/e" is no e-mail address',
  ],
  ['visit', 'email', { path: '/e', transform: ['email'], lenient: true }, { e: 'ada at example' }, undefined],
  ['visit', 'phone', { path: '/p', transform: ['phone:GB'] }, { p: '07700 900123' }, '+447700900123'],
  ['visit', 'phone', { path: '/p', transform: ['phone:AT'] }, { p: '0043 (0)664/1234567' }, '+436641234567'],
  ['visit', 'phone', { path: '/p', transform: ['phone:IT'] }, { p: '06 1234 5678' }, '+390612345678'],
  ['visit', 'sign_in_at', { path: '/t' }, { t: '2026-05-14T13:00:00' }, '2026-05-14T11:00:00.000Z'],
  ['visit', 'sign_in_at', { path: '/t' }, { t: '2026-05-14T13:00:00+05:30' }, '2026-05-14T07:30:00.000Z'],
  [
    'visit',
    'sign_in_at',
    { path: '/t', transform: ['datetime:utc'] },
    { t: '2026-05-14T13:00' },
    '2026-05-14T13:00:00.000Z',
  ],
  [
    'visit',
    'sign_in_at',
    { path: '/t', transform: ['datetime:sql'] },
    { t: '2026-01-14 13:00:00' },
    '2026-01-14T12:00:00.000Z',
  ],
  [
    'visit',
    'sign_in_at',
    { path: '/t', transform: ['datetime:epoch-s'] },
    { t: 1_779_190_000 },
    '2026-05-19T11:26:40.000Z',
  ],
  [
    'visit',
    'sign_in_at',
    { path: '/t', transform: ['datetime:epoch-ms'] },
    { t: '1779190000123' },
    '2026-05-19T11:26:40.123Z',
  ],
  [
    'visit',
    'expected_departure_at',
    { path: '/t', transform: ['date-end:site'] },
    { t: '2026-10-25' },
    '2026-10-25T23:00:00.000Z',
  ],
  [
    'visit',
    'expected_departure_at',
    { path: '/t', transform: ['day-at:11:00'] },
    { t: '2026-10-25' },
    '2026-10-25T10:00:00.000Z',
  ],
  [
    'visit',
    'expected_departure_at',
    { path: '/t', transform: ['day-at:11:00'] },
    { t: '25.10.2026' },
    'fields/expected_departure_at: what is at "/t" is no day of the form date:written',
  ],
  [
    'visit',
    'sign_in_at',
    { path: '/t', transform: ['datetime:odata'] },
    { t: '/Date(1779190000123+0000)/' },
    '2026-05-19T11:26:40.123Z',
  ],
  ['employment', 'start_date', { path: '/d', transform: ['date:odata'] }, { d: '/Date(1772409600000)/' }, '2026-03-02'],
  [
    'employment',
    'start_date',
    { path: '/d', transform: ['date:odata'] },
    { d: '2026-03-02' },
    'fields/start_date: what is at "/d" is no day of the form date:odata',
  ],
  [
    'visit',
    'sign_in_at',
    { path: '/t' },
    { t: 'tomorrow' },
    'fields/sign_in_at: what is at "/t" is no instant of the form datetime:site',
  ],
  ['employment', 'start_date', { path: '/d', transform: ['date:dmy'] }, { d: '1.6.2026' }, '2026-06-01'],
  [
    'employment',
    'start_date',
    { path: '/d', transform: ['date:mdy'] },
    { d: '02/31/2026' },
    'fields/start_date: what is at "/d" is no day of the form date:mdy',
  ],
  ['employment', 'end_date', { path: '/d' }, { d: '2026-05-31T23:30:00Z' }, '2026-06-01'],
  ['employment', 'groups', { path: '/g', transform: ['split:;', 'trim', 'lower'] }, { g: 'VPN; ;Lab' }, ['vpn', 'lab']],
  ['employment', 'worker_type', { path: '/w', transform: ['lookup:words', 'default:other'] }, { w: 'zzz' }, 'other'],
  [
    'employment',
    'worker_type',
    { path: '/w' },
    { w: 'boss' },
    'fields/worker_type: what is at "/w" must become one of employee, contractor, intern, other: use lookup',
  ],
  ['employment', 'revoke_now', { path: '/r', transform: ['lookup:words'] }, { r: 'yes' }, true],
  ['stay', 'language', { path: '/l' }, { l: 'de-AT' }, 'de'],
  ['stay', 'room', { path: '/r' }, { r: '0412' }, '0412'],
  [
    'visit',
    'display_name',
    { path: '/q', find: { field: '/k', op: 'eq', value: 'name', take: '/v' } },
    { q: [{ k: 'x', v: 1 }, null, { k: 'name', v: 'Ada' }] },
    'Ada',
  ],
  ['visit', 'display_name', { path: '/q', transform: ['first'] }, { q: [null, '', 'Ada'] }, 'Ada'],
  [
    'visit',
    'display_name',
    { path: '/q' },
    { q: { a: 1 } },
    'fields/display_name: what is at "/q" is a list or an object: point at a value in it, or use first',
  ],
  [
    'visit',
    'display_name',
    { path: '/q' },
    { q: 'x'.repeat(501) },
    'fields/display_name: what is at "/q" is longer than 500 characters',
  ],
])('%s %s by %j of %j', (kind, name, value, record, expected) => {
  expect(fact(kind, name, value, record, tables)).toEqual(expected);
});

test('times are read in the zone that the record itself names', () => {
  const fields = { sign_in_at: { path: '/t' }, time_zone: { path: '/z' } };
  expect(changes({ fields }, { id: 1, t: '2026-05-14T13:00:00', z: 'Asia/Tokyo' })[0]).toMatchObject({
    record: { facts: { signInAt: '2026-05-14T04:00:00.000Z' } },
  });
});

test('the first rule that holds decides; without one an event is ignored and a list record reported', () => {
  const match = [
    { when: [{ field: '/type', op: 'in', value: ['gone', 'lost'] }], action: 'remove' },
    { when: [{ field: '/type', op: 'like', value: 'test%' }], action: 'ignore' },
    { when: [{ field: '#/all', op: 'eq', value: 'denied' }], status: 'denied', mode: 'merge' },
    { when: [{ field: '/tags', op: 'eq', value: 'vip' }], status: 'active' },
  ];
  const meaning = (record: object, all = '') =>
    changes({ match, records: '/r' }, { all, r: [{ id: 'k', ...record }] })[0];
  expect(meaning({ type: 'lost' })).toEqual({
    kind: 'patch',
    key: 'k',
    version: undefined,
    facts: { status: 'ended' },
  });
  expect(meaning({ type: 'testing' }).kind).toBe('ignored');
  expect(meaning({}, 'denied')).toMatchObject({ mode: 'merge', record: { facts: { status: 'denied' } } });
  expect(meaning({ tags: ['x', 'vip'] })).toMatchObject({ mode: 'replace', record: { facts: { status: 'active' } } });
  expect(meaning({ type: 'else' })).toMatchObject({
    kind: 'malformed',
    problem: { key: 'k', detail: expect.stringMatching(/^match: no rule holds; add one/) },
  });
  expect(changes({ match }, { id: 'k', type: 'else' }, { source: 'events' })).toEqual([
    { kind: 'ignored', reason: 'no rule of the mapping holds' },
  ]);
});

test('a condition looks at every member of a list where its pointer says so', () => {
  const match = [
    { when: [{ field: '/codes/*/code', op: 'eq', value: 'OUT' }], status: 'ended' },
    { when: [{ field: '/codes/*/code', op: 'ne', value: 'IN' }], status: 'expected' },
    { status: 'active' },
  ];
  const status = (...codes: unknown[]) => {
    const [change] = changes({ match }, { id: 1, codes });
    return change.kind === 'record' && change.record.facts.status;
  };
  const others = Array.from({ length: 40 }, (_, at) => ({ code: `other ${at}` }));
  expect(status()).toBe('expected');
  expect(status(...others, null, 'IN', { code: null })).toBe('expected');
  expect(status(...others, { code: 'IN' })).toBe('active');
  expect(status({ code: 'IN' }, ...others, { code: 'OUT' })).toBe('ended');
});

test('a removal of somebody unknown is remembered, so that a late arrival opens no access', () => {
  const [change] = changes(
    { match: [{ action: 'remove' }], record_version: { path: '/v' } },
    { id: 'k', v: 7 },
    { ...list, source: 'events' },
  );
  expect(change).toEqual({
    kind: 'record',
    mode: 'merge',
    record: { key: 'k', version: '00000000000000000007', facts: { kind: 'visit', status: 'ended' } },
  });
});

test('versions sort as the source counts: whole numbers by size, instants by time', () => {
  const version = (value: object, v: unknown) => {
    const [change] = changes({ record_version: value }, { id: 1, v });
    return change.kind === 'record' ? change.record.version : change.kind === 'malformed' && change.problem.detail;
  };
  expect(String(version({ path: '/v' }, 9)) < String(version({ path: '/v' }, '10'))).toBe(true);
  expect(version({ path: '/v' }, '2026-05-14T15:00:00+02:00')).toBe('2026-05-14T13:00:00.000Z');
  expect(version({ path: '/v' }, 'latest')).toMatch(/record_version: .*is no instant/);
  expect(version({ path: '/v' }, undefined)).toBeUndefined();
});

test('a key that could be two is refused, and so is one that is not there', () => {
  const problem = (id: unknown) => changes({}, { id })[0];
  expect(problem(2 ** 60)).toMatchObject({ problem: { detail: expect.stringMatching(/too large to be exact/) } });
  expect(problem(' ')).toMatchObject({ problem: { detail: 'key: there is nothing at "/id"' } });
  expect(problem('x'.repeat(201))).toMatchObject({ problem: { detail: 'key: is longer than 200 characters' } });
  expect(changes({ key: [{ path: '/id' }, { path: '/no' }] }, { id: 7, no: 0 })[0]).toMatchObject({
    record: { key: '7/0' },
  });
});

test('what is required is missed only where it would give access, and the problem names the record', () => {
  const document = {
    match: [{ when: [{ field: '/out', op: 'present' }], status: 'ended' }, { status: 'active' }],
    fields: { email: { path: '/e' } },
    required: ['email'],
  };
  expect(changes(document, { id: 'k' })[0]).toEqual({
    kind: 'malformed',
    problem: { code: 'record_malformed', detail: 'fields/email: required, but absent', key: 'k' },
  });
  expect(changes(document, { id: 'k', out: 1 })[0]).toMatchObject({ record: { facts: { status: 'ended' } } });
});

test('a message without the list, or with too long a one, is reported whole', () => {
  expect(changes({ records: '/r' }, { r: {} })[0]).toMatchObject({
    problem: { detail: 'records: there is no list at "/r"' },
  });
  expect(
    changes(
      { records: '' },
      Array.from({ length: 1001 }, () => ({})),
    ),
  ).toMatchObject([{ problem: { detail: expect.stringMatching(/more than 1000/) } }]);
  expect(changes({}, [])[0]).toMatchObject({ problem: { detail: expect.stringMatching(/set records to ""/) } });
  expect(changes({ records: '' }, [])).toEqual([{ kind: 'ignored', reason: 'the message has no records' }]);
});
