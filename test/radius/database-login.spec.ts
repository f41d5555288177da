import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDataSource } from '../../src/database/data-source.js';
import { SystemChance } from '../../src/kernel/chance.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { radiusLogin } from '../../src/radius/freeradius/database-login.js';
import { freshDatabase } from '../database/fresh-database.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let admin: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  admin = new pg.Client({ connectionString: process.env.USHER_TEST_ADMIN_URL });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await fresh.close();
});

test('a service that may not make roles prints the statement to run, which then lets FreeRADIUS in', async () => {
  const modest = `modest_${process.pid}`;
  await admin.query(`create role ${modest} login password 'modest'`);
  const url = Object.assign(new URL(fresh.url), { username: modest, password: 'modest' }).toString();
  const dataSource = createDataSource({ url, poolSize: 1 }, []);
  await dataSource.initialize();
  // A key of its own: the login is named after it.
  const secrets = new Secrets([new SystemChance().bytes(32)], new SystemChance());
  const ask = () => radiusLogin(dataSource, url, secrets);
  let role = '';
  try {
    const { message } = await ask().then(
      () => new Error('was let'),
      (error: Error) => error,
    );
    const [statement = ''] = /create role .*;/.exec(message) ?? [];
    role = /create role (\S+)/.exec(statement)?.[1] ?? '';
    await admin.query(statement);

    const password = /password='([^']+)'/.exec((await ask()).database)?.[1] ?? '';
    expect(message).not.toContain(password);
    const radius = new pg.Client({
      connectionString: Object.assign(new URL(url), { username: role, password }).toString(),
    });
    await radius.connect();
    expect((await radius.query('select current_user as name')).rows).toEqual([{ name: role }]);
    await radius.end();
  } finally {
    await dataSource.destroy();
    for (const made of [role, modest].filter(Boolean)) await admin.query(`drop role if exists ${made}`);
  }
});
