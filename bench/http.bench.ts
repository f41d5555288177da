import { closedLoop, type Load, refuseErrors, request } from './load.js';
import { type Figure, loadFigure } from './report.js';
import { ask, type World } from './world.js';

const connections = 32;
const seconds = 3;
const rounds = 5;

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
  const post = () => {
    created += 1;
    return request('POST', new URL('/users', service), headers, JSON.stringify({ username: `bench-${process.pid}-${created}@example.com`, password: 'correct horse' }));
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
  }
  refuseErrors(turns);
  return [
    loadFigure('GET with a key, trivial (against bare node:http)', turns.trivial, turns.hello, '0.50, p99 3 ms'),
    loadFigure('GET /users, page 1 of 100,000 (against node:http + pg)', turns.list, turns.bareList, '0.85, p99 20 ms'),
    loadFigure('POST /users (against node:http + pg)', turns.post, turns.bareInsert, '0.60'),
  ];
}

/** An entry of the RADIUS dictionary: some 300 bytes of JSON, the same for everybody. */
async function anyAttribute(world: World): Promise<string> {
  const page = await ask(world, 'GET', '/dictionary?page_size=1') as { _embedded: { dictionary: { id: string }[] } };
  return page._embedded.dictionary[0].id;
}

/** 100,000 users in both tables. */
async function fill({ sql, organizationId }: World): Promise<void> {
  for (const table of ['users', 'limit_users']) {
    await sql.query(
      `insert into ${table} (organization_id, id, username, username_key, created_at, updated_at)
       select $1, gen_random_uuid(), 'filled-' || n, 'filled-' || n, now() - (100000 - n) * interval '1 second', now() from generate_series(1, 100000) n`, [organizationId]);
    await sql.query(`analyze ${table}`);
  }
}
