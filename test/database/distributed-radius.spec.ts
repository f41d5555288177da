import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { publishAddresses } from '../../src/database/distribution/published-addresses.js';
import { apply } from '../../src/database/schema/area.js';
import { functionFiles } from '../../src/database/schema/sql-files.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

// What FreeRADIUS asks has another form where tables are distributed. Here both answer on ordinary tables.

let fresh: FreshDatabase;
let house: string;
let inn: string;
let user: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  house = (await fresh.organization('House')).organizationId;
  inn = (await fresh.organization('Inn', house)).organizationId;
});
afterAll(async () => {
  await fresh.close();
});

const key = '11'.repeat(32);
const id = (last: number) => `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`;

/** In a transaction that FreeRADIUS' session would have, and that leaves nothing. */
async function inSession<Answer>(work: (runner: QueryRunner) => Promise<Answer>): Promise<Answer> {
  const runner = fresh.dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(`set local usher.organization_id = '*'`);
    await runner.query(`set local usher.radius_keys = '${key}'`);
    await filled(runner);
    return await work(runner);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

async function filled(runner: QueryRunner): Promise<void> {
  const network = (organization: string, number: number, ssid: string | null, server: number | null) =>
    runner.query(
      `insert into networks (organization_id, id, name, ssid, radius_server_id, unknown_users, created_at, updated_at)
        values ($1, $2::uuid, 'Network ' || $2::uuid, $3, $4, 'reject', now(), now())`,
      [organization, id(number), ssid, server === null ? null : id(server)],
    );
  const client = (organization: string, number: number, of: number, address: string) =>
    runner.query(
      `insert into network_clients (organization_id, id, network_id, position, address, short_name, vendor, coa_port,
          secret_sealed)
        values ($1, $2, $3::uuid, 0, $4, 'ap', 'generic', 3799, decode(repeat('22', 16), 'hex')
          || encrypt_iv(convert_to('secret of ' || $3::uuid, 'UTF8'), decode($5, 'hex'),
            decode(repeat('22', 16), 'hex'), 'aes-cbc/pad:pkcs'))`,
      [organization, id(number), id(of), address, key],
    );
  await runner.query(
    `insert into radius_servers (organization_id, id, name, auth_port, acct_port, coa_port, secret_sealed, created_at,
        updated_at)
      values ($1, $2, 'Own', 2812, 2813, 3799, '', now(), now())`,
    [inn, id(9)],
  );
  await network(house, 1, null, null);
  await network(inn, 2, 'Inn', null);
  await network(inn, 3, null, 9);
  await client(house, 11, 1, '10.0.0.0/8');
  await client(house, 12, 1, '10.0.0.5');
  await client(inn, 13, 2, '10.0.0.5');
  await client(inn, 14, 3, '10.0.0.5');
  user = id(21);
  await runner.query(
    `insert into users (organization_id, id, username, username_key, created_at, updated_at)
      values ($1, $2, 'anna', 'anna', now(), now())`,
    [inn, user],
  );
  await runner.query(publishAddresses());
}

/** What both forms answer, the usual one first. */
async function both<Answer>(ask: (runner: QueryRunner) => Promise<Answer>): Promise<readonly [Answer, Answer]> {
  const plain = await inSession(ask);
  const distributed = await inSession(async (runner) => {
    await apply(runner, functionFiles('distributed'));
    return ask(runner);
  });
  return [plain, distributed];
}

test('whose address it is that asks, at which port', async () => {
  const questions = [
    ['10.0.0.5', '1812'],
    ['10.1.2.3', '1812'],
    ['10.0.0.5', '2812'],
    ['10.0.0.5', '2813'],
    ['192.168.0.1', '1812'],
  ];
  const [plain, distributed] = await both(async (runner) => {
    const answers: unknown[] = [];
    for (const [source, port] of questions)
      answers.push(await runner.query("select * from radius.client($1, $2, '1812', '1813', 'wifi')", [source, port]));
    return answers;
  });
  expect(plain.map((rows) => (rows as unknown[]).length)).toEqual([6, 6, 6, 6, 0]);
  expect(distributed).toEqual(plain);
});

test('the network of a packet, also where two organizations share an address', async () => {
  const [plain, distributed] = await both(async (runner) => {
    const answers: unknown[] = [];
    for (const [organization, client, ssid] of [
      [house, 11, 'Any'],
      [house, 12, 'Any'],
      [house, 12, 'Inn'],
      [inn, 13, 'Other'],
      [inn, 14, 'Inn'],
      [inn, 11, 'Inn'],
    ] as const)
      answers.push(
        await runner.query('select * from radius.place_of($1, $2)', [
          `${organization}/${id(client)}`,
          `00-11-22-33-44-55:${ssid}`,
        ]),
      );
    return answers;
  });
  expect(plain).toHaveLength(6);
  expect(distributed).toEqual(plain);
});

test('sessions are written of accounting packets, with their events', async () => {
  const [plain, distributed] = await both(async (runner) => {
    for (const [status, seconds] of [
      ['Start', '0'],
      ['Interim-Update', '60'],
      ['Stop', '90'],
    ])
      await runner.query(
        `select radius.account($1, $2, 'one', 'one', 'anna', '', '10.0.0.5', 'lobby', '', 'AA-BB-CC-00-11-22',
          '00-11-22-33-44-55:Inn', '', $3, '0', '5', '0', '7', '0', '')`,
        [status, `${inn}/${id(13)}`, seconds],
      );
    const [{ packets }] = (await runner.query(
      "select packets from radius.write_sessions('00000000-0000-0000-0000-000000000000')",
    )) as [{ packets: number }];
    return {
      packets,
      sessions: await runner.query(
        `select organization_id, username, user_id, session_seconds::int, stopped_at is not null as over
          from accounting_sessions`,
      ),
      events: await runner.query(`select event from outbox_events where event like 'device.%' order by event`),
    };
  });
  expect(plain).toEqual({
    packets: 3,
    sessions: [{ organization_id: inn, username: 'anna', user_id: user, session_seconds: 90, over: true }],
    events: [{ event: 'device.connected' }, { event: 'device.disconnected' }],
  });
  expect(distributed).toEqual(plain);
});
