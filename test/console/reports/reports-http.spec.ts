import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ReportCatalogue } from '../../../src/console/reports/definitions/report-catalogue.js';
import { ReportsRepository } from '../../../src/console/reports/query/reports.repository.js';
import { systemContext } from '../../../src/kernel/context.js';
import { reportsWorld, type ReportsWorld } from './reports-world.js';

let world: ReportsWorld;
beforeAll(async () => {
  world = await reportsWorld();
  await world.logged('authentication_log', [
    { hoursAgo: 30, username: 'yesterday' },
    {
      hoursAgo: 5,
      username: 'Anna@example.com',
      mac: 'aabbcc001122',
      access_point: 'lobby',
      ssid: 'Guest',
      auth_method: 'PEAP',
    },
    {
      hoursAgo: 3,
      username: 'berta',
      mac: 'aabbcc001133',
      access_point: 'lobby',
      ssid: 'Guest',
      auth_method: 'PEAP',
      outcome: 'rejected',
      reason: 'wrong_password',
    },
    {
      hoursAgo: 2,
      username: 'berta',
      mac: 'aabbcc001133',
      access_point: 'lobby',
      ssid: 'Guest',
      auth_method: 'PEAP',
      outcome: 'rejected',
      reason: 'wrong_password',
    },
    {
      hoursAgo: 1,
      username: "=cmd|'/c calc'!A1",
      mac: 'aabbcc001144',
      access_point: 'garden',
      ssid: 'Guest',
      outcome: 'rejected',
      reason: 'unknown_user',
      reason_detail: 'said "no",\nand again',
    },
    { hoursAgo: 0.5, username: 'carla', mac: 'aabbcc001122', access_point: 'garden', ssid: 'Guest' },
  ]);
  await world.logged('accounting_sessions', [
    {
      hoursAgo: 3,
      username: 'anna',
      mac: 'aabbcc001122',
      session_seconds: 600,
      ip_address: '10.0.0.7',
      nas_address: '192.0.2.5',
      access_point: 'lobby',
      input_octets: 1000,
      output_octets: 5_000_000_000,
      stopped_at: '2026-05-14T11:10:00Z',
      terminate_cause: 'User-Request',
    },
    { hoursAgo: 2, username: 'Anna', mac: 'aabbcc001123', session_seconds: 60, input_octets: 10, output_octets: 20 },
    {
      hoursAgo: 1,
      username: 'carla',
      mac: 'aabbcc001124',
      session_seconds: 30,
      ip_address: '10.0.0.7',
      nas_address: '192.0.2.5',
      access_point: 'lobby',
      input_octets: 1,
      output_octets: 2,
    },
  ]);
  await world.logged('guest_registrations', [
    {
      hoursAgo: 26,
      full_name: 'Eva Nováková',
      email: 'eva@example.com',
      phone: '+43 1 2345',
      address: 'Seestraße 1',
      mac: 'aabbcc001155',
      method: 'self_registration',
    },
  ]);
});
afterAll(async () => {
  await world.close();
});

const rowsOf = async (path: string) => (await world.call('GET', path)).body._embedded.rows;
const names = (rows: { username: string }[]) => rows.map(({ username }) => username);

test('the authentication log of the last day, the latest first', async () => {
  const { status, headers, body } = await world.call('GET', '/reports/110');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/hal+json; charset=utf-8']);
  expect(body).toMatchObject({
    report_id: '110',
    title: 'Authentication log',
    earliest: '2026-05-13T14:00:00.000Z',
    latest: '2026-05-14T14:00:00.000Z',
    page: 1,
    page_size: 25,
    page_count: 1,
    total_items: 5,
    total_is_exact: true,
    _links: { self: { href: '/reports/110' } },
  });
  expect(names(body._embedded.rows)).toEqual(['carla', "=cmd|'/c calc'!A1", 'berta', 'berta', 'Anna@example.com']);
  expect(body._embedded.rows[4]).toEqual({
    at: '2026-05-14T09:00:00.000Z',
    outcome: 'accepted',
    username: 'Anna@example.com',
    mac: 'aa:bb:cc:00:11:22',
    ssid: 'Guest',
    access_point: 'lobby',
    access_point_mac: null,
    nas_address: null,
    auth_method: 'PEAP',
    reason: null,
    reason_detail: null,
    vlan: null,
  });
  expect(body.columns).toEqual(Object.keys(body._embedded.rows[4]));
});

test('pages lead through all rows once, in any order', async () => {
  const seen: string[] = [];
  for (let href = '/reports/110?earliest=-7d&page_size=2&sort=username:asc&columns=username'; href;) {
    const { body } = await world.call('GET', href);
    expect(body.total_items).toBe(6);
    seen.push(...names(body._embedded.rows));
    href = body._links.next?.href;
  }
  expect(seen).toHaveLength(6);
  expect(seen.map((each) => each.toLowerCase())).toEqual(seen.map((each) => each.toLowerCase()).sort());
  expect((await world.call('GET', '/reports/110?page=9')).body).toMatchObject({
    total_items: 5,
    _embedded: { rows: [] },
    _links: { prev: { href: '/reports/110?page=1' } },
  });
});

test.each([
  ['earliest=-4h', ['carla', "=cmd|'/c calc'!A1", 'berta', 'berta']],
  ['earliest=-4h&latest=-90m', ['berta', 'berta']],
  ['earliest=2026-05-14T11:00:00%2B02:00&latest=2026-05-14T09:00:00.001Z', ['Anna@example.com']],
  ['earliest=2026-05-14T11:00:00+02:00&latest=2026-05-14T09:00:00.001Z', ['Anna@example.com']],
  ['earliest=2026-05-13', ['carla', "=cmd|'/c calc'!A1", 'berta', 'berta', 'Anna@example.com', 'yesterday']],
  ['filter[username]=anna@EXAMPLE.com', ['Anna@example.com']],
  ['filter[mac]=AABB.CC00.1122', ['carla', 'Anna@example.com']],
  ['filter[mac][like]=AA:BB:CC:00:11:3%25', ['berta', 'berta']],
  ['filter[outcome]=rejected&filter[reason][ne]=wrong_password', ["=cmd|'/c calc'!A1"]],
  ['filter=%7B%22access_point%22:%22garden%22%7D&sort=at:asc', ["=cmd|'/c calc'!A1", 'carla']],
])('GET /reports/110?%s', async (query, expected) => {
  expect(names(await rowsOf(`/reports/110?${query}`))).toEqual(expected);
});

test('letters beyond ASCII have two cases, too', async () => {
  await world.logged('authentication_log', [{ hoursAgo: 100, username: 'Özil@example.com' }]);
  expect(names(await rowsOf('/reports/110?earliest=-101h&latest=-99h&filter[username]=öZIL@example.com'))).toEqual([
    'Özil@example.com',
  ]);
});

test('ids of old and the two halves of the log', async () => {
  expect(await rowsOf('/reports/1')).toEqual(await rowsOf('/reports/110'));
  expect(await rowsOf('/reports/2')).toEqual(await rowsOf('/reports/111'));
  expect(names(await rowsOf('/reports/4'))).toEqual(['carla', 'Anna@example.com']);
  expect(names(await rowsOf('/reports/5'))).toHaveLength(3);
});

test('accounting, and what each user used', async () => {
  expect(
    await rowsOf(
      '/reports/111?columns=username,session_seconds,output_octets,stopped_at,terminate_cause' +
        `&filter[username]=ANNA&sort=started_at:asc`,
    ),
  ).toEqual([
    {
      username: 'anna',
      session_seconds: 600,
      output_octets: 5_000_000_000,
      stopped_at: '2026-05-14T11:10:00.000Z',
      terminate_cause: 'User-Request',
    },
    { username: 'Anna', session_seconds: 60, output_octets: 20, stopped_at: null, terminate_cause: null },
  ]);
  expect(await rowsOf('/reports/8')).toEqual([
    {
      period_start_at: '2026-05-13T14:00:00.000Z',
      username: 'anna',
      sessions: 2,
      devices: 2,
      session_seconds: 660,
      input_octets: 1010,
      output_octets: 5_000_000_020,
      last_at: '2026-05-14T12:00:00.000Z',
    },
    {
      period_start_at: '2026-05-13T14:00:00.000Z',
      username: 'carla',
      sessions: 1,
      devices: 1,
      session_seconds: 30,
      input_octets: 1,
      output_octets: 2,
      last_at: '2026-05-14T13:00:00.000Z',
    },
  ]);
});

test('usage by terms: how sessions ended, and which have not', async () => {
  expect(await rowsOf('/reports/9?columns=term,sessions,open_sessions,users,output_octets')).toEqual([
    { terminate_cause: 'User-Request', sessions: 1, open_sessions: 0, users: 1, output_octets: 5_000_000_000 },
    { terminate_cause: null, sessions: 2, open_sessions: 2, users: 2, output_octets: 22 },
  ]);
  expect((await world.call('GET', '/api/9?earliest=-4h&filter[terminate_cause]=User-Request')).body.total_items).toBe(
    1,
  );
});

test('totals, and usage per address and per RADIUS client', async () => {
  expect(await rowsOf('/reports/10')).toEqual([
    {
      period_start_at: '2026-05-13T14:00:00.000Z',
      sessions: 3,
      devices: 3,
      session_seconds: 690,
      input_octets: 1011,
      output_octets: 5_000_000_022,
      users: 2,
      session_seconds_average: 230,
      input_octets_average: 337,
      output_octets_average: 1_666_666_674,
      last_at: '2026-05-14T13:00:00.000Z',
    },
  ]);
  expect(
    await rowsOf('/reports/10?earliest=-4h&period=2&columns=period_start_at,sessions&sort=period_start_at:asc'),
  ).toEqual([
    { period_start_at: '2026-05-14T10:00:00.000Z', sessions: 1 },
    { period_start_at: '2026-05-14T12:00:00.000Z', sessions: 2 },
  ]);
  expect(await rowsOf('/reports/11?columns=ip,sessions,users')).toEqual([
    { ip_address: '10.0.0.7', sessions: 2, users: 2 },
    { ip_address: null, sessions: 1, users: 1 },
  ]);
  expect(await rowsOf('/reports/12?columns=nas,access_point,sessions&sort=sessions:desc')).toEqual([
    { nas_address: '192.0.2.5', access_point: 'lobby', sessions: 2 },
    { nas_address: null, access_point: null, sessions: 1 },
  ]);
  expect((await world.call('GET', '/reports/12?format=csv&columns=nas,sessions&filter[access_point]=lobby')).text).toBe(
    'nas_address,sessions\r\n192.0.2.5,2\r\n',
  );
  expect((await world.call('GET', '/api/11?earliest=-4h&period=1')).body.total_items).toBe(3);
});

test('clients per access point and reasons, whole and in buckets of hours', async () => {
  expect(await rowsOf('/reports/6?columns=access_point,clients,accepted,rejected')).toEqual([
    { access_point: 'lobby', clients: 1, accepted: 1, rejected: 2 },
    { access_point: 'garden', clients: 1, accepted: 1, rejected: 1 },
  ]);
  const reasons = await rowsOf('/reports/7?earliest=-4h&period=2&columns=period_start_at,reason,rejected');
  expect(reasons).toEqual([
    { period_start_at: '2026-05-14T12:00:00.000Z', reason: 'wrong_password', rejected: 1 },
    { period_start_at: '2026-05-14T12:00:00.000Z', reason: 'unknown_user', rejected: 1 },
    { period_start_at: '2026-05-14T10:00:00.000Z', reason: 'wrong_password', rejected: 1 },
  ]);
  expect(await rowsOf('/reports/7?filter[rejected][gte]=2&columns=reason,users')).toEqual([
    { reason: 'wrong_password', users: 1 },
  ]);
});

test('guest registrations, with columns in the words that people use', async () => {
  const query = new URLSearchParams({ columns: 'full name,E-mail,phone,client MAC,address,creation date' });
  expect(await rowsOf(`/reports/115?${query}`)).toEqual([
    {
      full_name: 'Eva Nováková',
      email: 'eva@example.com',
      phone: '+43 1 2345',
      mac: 'aa:bb:cc:00:11:55',
      address: 'Seestraße 1',
      created_at: '2026-05-13T12:00:00.000Z',
    },
  ]);
});

describe('CSV', () => {
  test('all rows, by RFC 4180, without formulas', async () => {
    const { status, headers, text } = await world.call(
      'GET',
      '/reports/110?format=csv&columns=at,username,reason_detail&filter[access_point]=garden',
    );
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      null,
    ]);
    expect(text).toBe(
      [
        'at,username,reason_detail',
        '2026-05-14T13:30:00.000Z,carla,',
        '2026-05-14T13:00:00.000Z,\'=cmd|\'/c calc\'!A1,"said ""no"",\nand again"',
        '',
      ].join('\r\n'),
    );
  });

  test('as an attachment; of one page when a page is named; of sums, too', async () => {
    const { headers, text } = await world.call('GET', '/reports/115?format=csvfile&columns=full_name');
    expect(headers.get('content-disposition')).toBe('attachment; filename="report-115-20260514T140000Z.csv"');
    expect(text).toBe('full_name\r\nEva Nováková\r\n');
    expect(
      (await world.call('GET', '/reports/110?format=csv&columns=username&page=2&page_size=2&sort=username:asc')).text,
    ).toBe('username\r\nberta\r\nberta\r\n');
    expect((await world.call('GET', '/reports/8?format=csv&columns=username,sessions&sort=username:desc')).text).toBe(
      'username,sessions\r\ncarla,1\r\nanna,2\r\n',
    );
    expect((await world.call('GET', '/reports/110?format=csv&columns=username&latest=-100d&earliest=-101d')).text).toBe(
      'username\r\n',
    );
  });
});

describe("by the organization's clock", () => {
  beforeAll(() =>
    world.sql("update organizations set time_zone = 'Pacific/Auckland' where id = $1", [world.organizationId]),
  );
  afterAll(() => world.sql("update organizations set time_zone = 'UTC' where id = $1", [world.organizationId]));

  // There it is two in the morning of the 15th.
  test('yesterday is -1d@d to @d', async () => {
    const { body } = await world.call('GET', '/reports/110?earliest=-1d@d&latest=@d');
    expect([body.earliest, body.latest]).toEqual(['2026-05-13T12:00:00.000Z', '2026-05-14T12:00:00.000Z']);
    expect(names(body._embedded.rows)).toEqual(['berta', 'Anna@example.com']);
  });

  test('in the older form, too', async () => {
    const { status, body } = await world.call('GET', '/api/110?earliest=-2h@h&latest=@h%2B1h');
    expect([status, body.earliest, body.latest]).toEqual([200, '2026-05-14T12:00:00.000Z', '2026-05-14T15:00:00.000Z']);
    expect((await world.call('GET', '/api/110?earliest=@d')).body.earliest).toBe('2026-05-14T12:00:00.000Z');
    expect((await world.call('GET', '/api/110?earliest=-1d@d')).body.detail).toMatch(
      /^earliest: this form reports on the last 4 hours/,
    );
    expect((await world.call('GET', '/api/reports/110?earliest=-1mon@mon&latest=@mon')).body).toMatchObject({
      earliest: '2026-03-31T11:00:00.000Z',
      latest: '2026-04-30T12:00:00.000Z',
    });
    expect(
      (await world.call('POST', '/reports/110/tasks', { body: { earliest: '-1d@d', latest: '2026-05-15' } })).body,
    ).toMatchObject({ earliest: '2026-05-13T12:00:00.000Z', latest: '2026-05-14T12:00:00.000Z' });
  });
});

describe('the older form', () => {
  test('GET /api/{report_id} reports on the last four hours', async () => {
    const { status, body } = await world.call('GET', '/api/110?page_size=2');
    expect([status, body.total_items, body.earliest]).toEqual([200, 4, '2026-05-14T10:00:00.000Z']);
    expect(body._links.next.href).toBe('/api/110?page_size=2&page=2');
    expect(names((await world.call('GET', body._links.next.href)).body._embedded.rows)).toEqual(['berta', 'berta']);
    expect(names(await rowsOf('/api/1?earliest=-90m&latest=now&page=1&period=1'))).toHaveLength(2);
    expect((await world.call('GET', `/api/organizations/${world.organizationId}/110`)).body._links.self.href).toBe(
      `/api/organizations/${world.organizationId}/110`,
    );
  });

  test('older data is refused with the way to it', async () => {
    const { status, body } = await world.call('GET', '/api/110?earliest=-5h');
    expect([status, body.instance]).toEqual([400, '/api/110']);
    expect(body.detail).toBe(
      'earliest: this form reports on the last 4 hours; for older data ask for a file with GET /api/reports/110',
    );
  });

  test('only beneath /api, and only with GET', async () => {
    for (const path of ['/110', '/v1/110', '/api/999'])
      expect([path, (await world.call('GET', path)).status]).toEqual([path, 404]);
    const { status, headers } = await world.call('POST', '/api/110', { body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('refused with the field and the remedy', () => {
  test.each([
    ['/reports/999', 404, /GET \/reports lists them/],
    ['/reports/110?earliest=yesterday', 400, /^earliest: write a relative time such as -4h/],
    ['/reports/110?earliest=-999999999w', 400, /^earliest:/],
    ['/reports/110?earliest=-1h&latest=-2h', 400, /^earliest: .* is not before latest/],
    ['/reports/110?columns=at,nope', 400, /^columns: unknown column nope\. Known are: at, outcome/],
    ['/reports/110?columns=at,time', 400, /^columns: name each column once/],
    ['/reports/110?columns=', 400, /^columns:/],
    ['/reports/110?format=xml', 400, /^format: one of json, csv, csvfile/],
    ['/reports/110?period=0', 400, /^period: a whole number of hours/],
    ['/reports/110?filter[nope]=1', 400, /^filter\[nope\]: unknown field/],
    ['/reports/110?nope=1', 400, /^Unknown query parameter nope/],
    ['/reports/110?sort=nope:asc', 400, /^sort: unknown field nope/],
    ['/reports/110?page_size=101', 400, /^page_size/],
    ['/reports/110?page=4001', 400, /^page: pages show the first 100000 rows; .*POST \/reports/],
    ['/reports/110?earliest=-1h&earliest=-2h', 400, /^earliest: give it once/],
    ['/reports/8?earliest=-32d', 400, /^earliest: at most 31 days before latest; a file takes up to a year/],
    ['/reports/110?format=csv&sort=username:asc', 400, /^sort: CSV and files of this report are in the order of time/],
  ])('%s: %d', async (path, status, detail) => {
    const { status: answered, body } = await world.call('GET', path);
    expect([answered, body.detail]).toEqual([status, expect.stringMatching(detail)]);
  });
});

test('a key needs reports:read, and for vouchers also theirs', async () => {
  const { token } = await world.keyWith('reports:read');
  expect((await world.call('GET', '/reports/110', { token })).status).toBe(200);
  expect((await world.call('GET', '/reports/121', { token })).body).toMatchObject({
    status: 403,
    detail: expect.stringContaining('vouchers:read'),
  });
  expect((await world.call('GET', '/reports/121')).status).toBe(200);
  const { token: other } = await world.keyWith('users:read');
  for (const path of ['/reports', '/reports/110', '/api/110'])
    expect((await world.call('GET', path, { token: other })).status).toBe(403);
});

test('the list of reports tells their columns', async () => {
  const { body } = await world.call('GET', '/reports?page_size=100');
  expect(
    body._embedded.reports.map(({ id, other_ids: others }: { id: string; other_ids: string[] }) => [id, ...others]),
  ).toEqual([
    ['4'],
    ['5'],
    ['6'],
    ['7'],
    ['8'],
    ['9'],
    ['10'],
    ['11'],
    ['12'],
    ['13'],
    ['14'],
    ['110', '1'],
    ['111', '2'],
    ['115', '3'],
    ['121'],
  ]);
  expect(body._embedded.reports[0]).toMatchObject({
    title: 'Accepted logins',
    default_sort: 'at:desc',
    is_grouped: false,
    columns: expect.arrayContaining([
      { name: 'at', type: 'instant', description: 'When it was decided', is_usual: true },
    ]),
    _links: { self: { href: '/reports/4' } },
  });
});

test('another organization sees its own rows alone', async () => {
  const other = await world.organization('Hotel Bergblick');
  await world.logged('authentication_log', [{ hoursAgo: 1, username: 'theirs' }], other.id);
  expect(names((await world.call('GET', '/reports/110', { token: other.token })).body._embedded.rows)).toEqual([
    'theirs',
  ]);
  expect(names(await rowsOf('/reports/110?page_size=100'))).not.toContain('theirs');
});

test('an organization that is deleted takes its logs and report tasks with it', async () => {
  const { id } = await world.organization('Hotel Kurz');
  await world.logged('authentication_log', [{ hoursAgo: 1 }], id);
  await world.logged('guest_registrations', [{ hoursAgo: 1 }], id);
  expect(
    (await world.call('POST', '/reports/110/tasks', { body: {}, headers: { 'x-organization-id': id } })).status,
  ).toBe(202);
  for (const { id: key } of (await world.call('GET', '/keys', { headers: { 'x-organization-id': id } })).body._embedded
    .keys)
    await world.call('DELETE', `/keys/${key}`, { headers: { 'x-organization-id': id } });
  expect((await world.call('DELETE', `/organizations/${id}`)).status).toBe(204);
  for (const table of ['authentication_log', 'guest_registrations', 'report_tasks'])
    expect(await world.sql(`select 1 from ${table} where organization_id = $1`, [id])).toEqual([]);
});

test('what would take too long is refused, and not begun for ever', async () => {
  const slow = {
    ...world.app.get(ReportCatalogue).permitted(systemContext(world.organizationId, 'test'), '110'),
    id: '999999',
    otherIds: [],
  };
  world.app.get(ReportCatalogue).add({ ...slow, where: `${slow.where} and pg_sleep(1) is not null` });
  world.app.get(ReportsRepository).mostMilliseconds = 50;
  for (const query of ['', '?format=csv']) {
    const { status, body } = await world.call('GET', `/reports/999999${query}`);
    expect([status, body.detail]).toEqual([
      400,
      expect.stringMatching(/^earliest: reading this takes longer than 0.05 s; .*POST \/reports/),
    ]);
  }
  world.app.get(ReportsRepository).mostMilliseconds = 20_000;
  expect((await world.call('GET', '/reports/110')).status).toBe(200);
});

describe('over time', () => {
  const seriesOf = async (path: string) => (await world.call('GET', path)).body;

  test('rejections by reason, an hour to a value, the most frequent first', async () => {
    const body = await seriesOf('/reports/7/series?earliest=-4h&step_minutes=60&by=reason');
    expect(body).toMatchObject({ report_id: '7', step_minutes: 60, measure: 'rejected', by: 'reason', kind: 'sum' });
    expect(body.at).toEqual([10, 11, 12, 13].map((hour) => `2026-05-14T${hour}:00:00.000Z`));
    expect(body.lines).toEqual([
      { name: 'wrong_password', is_rest: false, values: [0, 1, 1, 0], total: 2 },
      { name: 'unknown_user', is_rest: false, values: [0, 0, 0, 1], total: 1 },
    ]);
  });

  test('everything beyond the largest lines is summed in one line', async () => {
    const { lines } = await seriesOf('/reports/110/series?step_minutes=1440&by=auth_method&lines=1');
    expect(lines).toEqual([
      { name: 'PEAP', is_rest: false, values: [3], total: 3 },
      { name: null, is_rest: true, values: [2], total: 2 },
    ]);
    const filtered = await seriesOf('/reports/110/series?step_minutes=1440&filter[outcome]=rejected');
    expect(filtered.lines).toEqual([{ name: null, is_rest: false, values: [3], total: 3 }]);
  });

  test('sessions at the same time, each until its end or an hour after it was last heard of', async () => {
    const { kind, at, lines } = await seriesOf('/reports/14/series?earliest=-4h&step_minutes=30');
    expect(kind).toBe('level');
    const open = Object.fromEntries(
      at.map((each: string, place: number) => [each.slice(11, 16), lines[0].values[place]]),
    );
    expect(lines[0].total).toBeNull();
    // anna from 11:00 to 11:10; Anna from 12:00, heard of then; carla from 13:00, heard of then.
    expect(open).toEqual({
      '10:00': 0,
      '10:30': 0,
      '11:00': 1,
      '11:30': 0,
      '12:00': 1,
      '12:30': 1,
      '13:00': 1,
      '13:30': 1,
    });
  });

  test('its table says the same', async () => {
    const rows = await rowsOf('/reports/14?earliest=-4h&filter[sessions][gt]=0&sort=period_start_at:asc');
    expect(rows.map((row: { period_start_at: string }) => row.period_start_at.slice(11, 16))).toEqual([
      '11:00',
      '12:00',
      '13:00',
    ]);
  });

  test.each(['4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '110', '111', '115', '121'])(
    'report %s has a chart of each of its measures, by each of its groupings',
    async (id) => {
      const listed = (await world.call('GET', '/reports?page_size=100')).body._embedded.reports;
      const { chart } = listed.find((each: { id: string }) => each.id === id);
      for (const by of [undefined, ...chart.groupings])
        for (const measure of chart.measures) {
          const { status, body } = await world.call(
            'GET',
            `/reports/${id}/series?measure=${measure}${by === undefined ? '' : `&by=${by}`}`,
          );
          expect([status, body.measure, body.by]).toEqual([200, measure, by ?? null]);
        }
    },
  );

  test.each([
    ['7', 'by=mac', 'by: one of reason'],
    ['7', 'measure=clients', 'measure: one of rejected'],
    ['110', 'earliest=-30d&step_minutes=1', 'step_minutes: at most 2000 steps; these would be 43200'],
    ['110', 'lines=13', 'lines: a whole number from 1 to 12'],
    ['110', 'page=2', 'Unknown query parameter page. Known are: earliest'],
  ])('GET /reports/%s/series?%s is refused', async (id, query, words) => {
    const { status, body } = await world.call('GET', `/reports/${id}/series?${query}`);
    expect(status).toBe(400);
    expect(body.detail).toContain(words);
  });
});
