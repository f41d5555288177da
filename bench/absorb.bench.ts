import { randomUUID } from 'node:crypto';
import { closedLoop, once, refuseErrors, request, summary } from './load.js';
import { type Figure, rate } from './report.js';
import { pause } from './service-process.js';
import { ask, hookToken, timeUntil, type World } from './world.js';

const connections = 32;
const seconds = 4;
const singles = 1000;
/** Before that, while the service is warming up. */
const unmeasured = 100;

/**
 * What the engine itself costs between a stored event and its work: events that were understood and ask for nothing.
 */
export async function absorbBench(world: World): Promise<Figure[]> {
  const { id } = await ask(world, 'POST', '/connections', {
    name: 'Bench',
    connector: 'mews',
    settings: { base_url: 'http://127.0.0.1:9' },
    access: { preset: 'hotel' },
    secrets: { client_token: 'client', access_token: 'access', webhook_token: hookToken },
  });
  const connection = String(id);
  const service = new URL(world.service.url);
  const body = JSON.stringify({
    EnterpriseId: randomUUID(),
    IntegrationId: randomUUID(),
    Events: [{ Discriminator: 'NothingOfOurs', Value: { Id: randomUUID() } }],
  });
  const hook = request('POST', new URL(`/hooks/${connection}/${hookToken}`, service), {}, body);

  for (let count = 0; count < unmeasured + singles; count += 1) {
    await once(service, hook);
    await pause(10);
  }
  await drained(world, connection);
  const waits = await waitsOf(world, connection);

  await ask(world, 'POST', `/connections/${connection}/pause`, { mode: 'all' });
  refuseErrors({ stored: [await closedLoop(service, { connections, seconds, next: () => hook })] });
  const {
    rows: [{ waiting }],
  } = await world.sql.query<{ waiting: number }>(
    "select count(*)::int as waiting from inbox_events where connection_id = $1 and status = 'received'",
    [connection],
  );
  const startedAt = performance.now();
  await ask(world, 'POST', `/connections/${connection}/resume`);
  const time = await timeUntil(startedAt, 'the inbox is empty', () => drained(world, connection), 120, 50);
  await proveOrder(world, connection);
  const { p50Milliseconds, p99Milliseconds } = summary(waits);
  return [
    {
      name: 'an event, from its receipt (stored and committed between) to its being worked off, one at a time',
      ours: `p50 ${p50Milliseconds.toFixed(1)} ms, p99 ${p99Milliseconds.toFixed(1)} ms`,
      goal: 'p50 3 ms, p99 10 ms',
    },
    {
      name:
        `${waiting.toLocaleString('en')} events of one connection that ask for nothing, worked off in order of ` +
        'receipt by one process',
      ours: `${rate((waiting / time) * 1000)} (${(time / 1000).toFixed(2)} s)`,
    },
  ];
}

async function drained({ sql }: World, connection: string): Promise<boolean> {
  return (
    (await sql.query("select from inbox_events where connection_id = $1 and status = 'received' limit 1", [connection]))
      .rowCount === 0
  );
}

async function waitsOf({ sql }: World, connection: string): Promise<number[]> {
  const { rows } = await sql.query<{ wait: string }>(
    'select 1000 * extract(epoch from absorbed_at - received_at) as wait from inbox_events where ' +
      'connection_id = $1 order by seq',
    [connection],
  );
  if (rows.length < unmeasured + singles)
    throw new Error(`${rows.length} events are stored, ${unmeasured + singles} were answered`);
  return rows.slice(unmeasured).map(({ wait }) => Number(wait));
}

/** None was worked off before one that came earlier. */
async function proveOrder({ sql }: World, connection: string): Promise<void> {
  const {
    rows: [{ wrong }],
  } = await sql.query<{ wrong: number }>(
    'select count(*)::int as wrong from (select absorbed_at < max(absorbed_at) over (order by seq) as ' +
      'is_early from inbox_events where connection_id = $1) each where is_early',
    [connection],
  );
  if (wrong > 0) throw new Error(`${wrong} events overtook others`);
}
