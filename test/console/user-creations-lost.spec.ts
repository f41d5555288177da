import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDataSource } from '../../src/database/data-source.js';
import { Database, statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { LossyLine } from '../database/lossy-line.js';
import { type ConsoleSets, consoleSets } from './console-sets.js';

let fresh: FreshDatabase;
let line: LossyLine;
let sets: ConsoleSets;
let close: () => Promise<void>;

beforeAll(async () => {
  fresh = await freshDatabase();
  line = await LossyLine.to(fresh.url);
  const dataSource = await createDataSource({ url: line.url, poolSize: 4 }, []).initialize();
  sets = consoleSets(new Database(dataSource, { assumeTenantRole: false }));
  close = () => dataSource.destroy();
});
afterAll(async () => {
  await close();
  await line.close();
  await fresh.close();
});

const made = statement(
  'test_lost_users',
  'select id, username from users where organization_id = $1 order by username',
);
const told = statement(
  'test_lost_entries',
  'select resource_id as id, label as username, request_id as "requestId" from audit_entries where ' +
    "organization_id = $1 and resource = 'users' order by label",
);
const asked = Array.from({ length: 20 }, (_, number) => `guest-${String(number).padStart(2, '0')}`);
const createAll = (hotel: Context) =>
  Promise.all(
    asked.map((username) => sets.creations.create({ ...hotel, requestId: `asks for ${username}` }, { username })),
  );

test.each([
  ['before it reached the database', 'to the server', 'insert into users'],
  ['after the commit, before that was heard of', 'from the server', 'COMMIT'],
] as const)(
  'a connection that is lost %s: each gets the user it asked for, made once and told once',
  async (_, way, words) => {
    const hotel = await fresh.organization();
    const before = line.losses;
    line.loseNext({ way, words });
    const users = await createAll(hotel);
    expect(line.losses).toBe(before + 1);
    expect(users.map(({ username }) => username)).toEqual(asked);
    const expected = users.map(({ id, username }) => ({ id, username }));
    expect(await fresh.database.query(hotel, made, [hotel.organizationId])).toEqual(expected);
    expect(await fresh.database.query(hotel, told, [hotel.organizationId])).toEqual(
      expected.map((each) => ({ ...each, requestId: `asks for ${each.username}` })),
    );
  },
);
