import { randomUUID } from 'node:crypto';
import { closedCalls, closedLoop, type Load, refuseErrors, request } from './load.js';
import { type Figure, loadFigure, median } from './report.js';
import { ask, type World } from './world.js';

const connections = 32;
const seconds = 3;
const rounds = 5;
const users = 100_000;

/** Requests in turns with their limits, so that a slow moment of the machine hits both. */
export async function httpBench(world: World): Promise<Figure[]> {
  await fill(world);
  const service = new URL(world.service.url);
  const headers = { authorization: `Bearer ${world.service.token}` };
  let created = 0;
  const get = (path: string) => request('GET', new URL(path, service), headers);
  // Nothing but the gate and a small answer out of memory: it reads no row beside the key.
  const trivial = get(`/dictionary/${await anyAttribute(world)}`);
  const list = get('/users');
  const last = get(`/users?page=${users / 25}`);
  const post = () => {
    created += 1;
    return request(
      'POST',
      new URL('/users', service),
      headers,
      JSON.stringify({ username: `bench-${process.pid}-${created}@example.com`, password: 'correct horse' }),
    );
  };
  const bare = (path: string, method = 'GET') => request(method, new URL(path, world.limit));

  const turns: Record<string, Load[]> = {};
  const measure = async (name: string, url: URL, next: () => Buffer) => {
    (turns[name] ??= []).push(await closedLoop(url, { connections, seconds, next }));
  };
  for (let round = 0; round < rounds; round += 1) {
    await measure('hello', world.limit, () => bare('/hello'));
    await measure('trivial', service, () => trivial);
    await measure('bareList', world.limit, () => bare('/list'));
    await measure('list', service, () => list);
    await measure('bareInsert', world.limit, () => bare('/insert', 'POST'));
    await measure('post', service, post);
    (turns.driverList ??= []).push(
      await closedCalls({ connections, seconds, next: () => world.sql.query(page(world, 0)) }),
    );
    (turns.driverInsert ??= []).push(
      await closedCalls({ connections: 10, seconds, next: () => world.sql.query(insertion(world)) }),
    );
    (turns.last ??= []).push(await closedLoop(service, { connections: 1, seconds, next: () => last }));
    (turns.driverLast ??= []).push(
      await closedCalls({ connections: 1, seconds, next: () => world.sql.query(page(world, users - 25)) }),
    );
  }
  refuseErrors(turns);
  return [
    loadFigure('GET with a key, trivial (against bare node:http)', turns.trivial, turns.hello, '0.45, p99 3 ms'),
    loadFigure('GET /users, page 1 of 100,000 (against node:http + pg)', turns.list, turns.bareList, '0.85, p99 20 ms'),
    loadFigure('the same (against pg without HTTP, a pool of 10)', turns.list, turns.driverList, '0.25'),
    loadFigure('POST /users (against node:http + pg)', turns.post, turns.bareInsert, '0.60'),
    loadFigure('the same (against INSERT by 10 callers of pg without HTTP)', turns.post, turns.driverInsert, '0.25'),
    lastPage(turns.last, turns.driverLast),
  ];
}

/** Milliseconds of one caller: the share of the call that is the statement. */
function lastPage(ours: readonly Load[], sql: readonly Load[]): Figure {
  const [called, asked] = [ours, sql].map((loads) => loads.map(({ p50Milliseconds }) => p50Milliseconds));
  const [here, limit] = [called, asked].map((times) => `p50 ${median(times).toFixed(1)} ms`);
  return {
    name: 'the last page of 100,000, one caller (against the same SELECT)',
    ours: here,
    limit,
    ratio: median(called.map((time, round) => asked[round] / time)),
    goal: '0.67',
  };
}

/** As the bare server asks. */
function page({ organizationId }: World, offset: number): { text: string; values: unknown[] } {
  const text = `select id, username, disabled, group_id, first_name, last_name, email, phone, valid_from, valid_until,
    max_devices, comment, external_id, created_at, updated_at
    from limit_users where organization_id = $1 order by created_at, id limit 25 offset ${offset}`;
  return { text, values: [organizationId] };
}

function insertion({ organizationId }: World): { text: string; values: unknown[] } {
  const text = `insert into limit_users (organization_id, id, username, username_key, created_at, updated_at)
    values ($1, gen_random_uuid(), $2, $2, now(), now()) returning *`;
  return { text, values: [organizationId, `driver-${randomUUID()}`] };
}

/** An entry of the RADIUS dictionary: some 300 bytes of JSON, the same for everybody. */
async function anyAttribute(world: World): Promise<string> {
  const page = (await ask(world, 'GET', '/dictionary?page_size=1')) as { _embedded: { dictionary: { id: string }[] } };
  return page._embedded.dictionary[0].id;
}

/** As many users in both tables. */
async function fill({ sql, organizationId }: World): Promise<void> {
  for (const table of ['users', 'limit_users']) {
    await sql.query(
      `insert into ${table} (organization_id, id, username, username_key, created_at, updated_at)
       select $1, gen_random_uuid(), 'filled-' || n, 'filled-' || n, now() - (${users} - n) * interval '1 second', now()
         from generate_series(1, ${users}) n`,
      [organizationId],
    );
    await sql.query(`analyze ${table}`);
  }
}
