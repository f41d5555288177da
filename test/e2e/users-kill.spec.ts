import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { until } from './until.js';

const callers = 32;

let folder: DataFolder;
let database: TestDatabase;
let service: RunningService;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
});
afterAll(async () => {
  await service?.kill();
  await database.drop();
  await folder.remove();
});

/** Callers that create users one after the other until the service is gone; what each was told. */
function callersAt(
  { url, token }: RunningService,
  what: string,
): { readonly made: Map<string, string>; readonly refused: number[]; readonly over: Promise<unknown> } {
  const made = new Map<string, string>();
  const refused: number[] = [];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const caller = async (number: number) => {
    for (let turn = 0; ; turn += 1) {
      const username = `${what}-${number}-${turn}`;
      const answer = await fetch(`${url}/users`, {
        method: 'POST',
        headers: { ...headers, 'x-request-id': username },
        body: JSON.stringify({ username, password: 'correct horse' }),
      });
      if (answer.status === 201) made.set(((await answer.json()) as { id: string }).id, username);
      else refused.push(answer.status);
    }
  };
  return { made, refused, over: Promise.allSettled(Array.from({ length: callers }, (_, number) => caller(number))) };
}

async function rows<Row extends object>(sql: string): Promise<Row[]> {
  return rowsAt<Row>(
    (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname),
    sql,
  );
}

test.each([
  ['killed', (running: RunningService) => running.kill()],
  ['stopped', (running: RunningService) => running.stop()],
])(
  'a service that is %s during creations has every user it confirmed, with audit entry and total',
  async (what, end) => {
    service = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
    const { made, refused, over } = callersAt(service, what);
    await until('some hundred are made', () => made.size > 300);
    await end(service);
    await over;

    expect(refused).toEqual([]);
    const stored = new Map(
      (
        await rows<{ id: string; username: string }>(`select id, username from users where username like '${what}-%'`)
      ).map(({ id, username }) => [id, username]),
    );
    for (const [id, username] of made) expect([id, stored.get(id)]).toEqual([id, username]);
    // At most what was under way when it ended was made without a word.
    expect(stored.size - made.size).toBeLessThanOrEqual(callers);
    const entries = new Map(
      (
        await rows<{ id: string; request: string }>(
          `select resource_id as id, request_id as request from audit_entries where resource = 'users'
            and label like '${what}-%'`,
        )
      ).map(({ id, request }) => [id, request]),
    );
    expect(entries).toEqual(stored);
    const [{ kept, counted }] = await rows<{ kept: number; counted: number }>(
      "select (select sum(total) from resource_counts where resource = 'users')::int as kept, (select " +
        'count(*) from users)::int as counted',
    );
    expect(kept).toBe(counted);
  },
);
