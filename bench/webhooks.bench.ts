import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedLoop, request, summary } from './load.js';
import { type Figure, rate, seconds } from './report.js';
import { pause } from './service-process.js';
import { ask, type World } from './world.js';
import { wakeUpChannel } from '../src/database/wake-ups.js';

const stormEvents = 100_000;
const singleEvents = 200;
const payload = JSON.stringify({
  event: 'device.connected',
  timestamp: '2026-05-14T13:00:00.000Z',
  device: { mac: '3c:22:fb:4a:10:9e', type: 'phone', os: 'iOS 19' },
  user: { username: 'anna.berger@example.com', auth_method: 'PEAP' },
  access_point: { name: 'lobby-2', mac: 'f0:9f:c2:00:11:22' },
});

interface Endpoint {
  readonly url: URL;
  requests: number;
  readonly server: Server;
}

/** From the event's commit to the endpoint: one at a time, and a storm with one of two endpoints dead. */
export async function webhooksBench(world: World): Promise<Figure[]> {
  const arrivedAt = new Map<string, number>();
  const living = await endpoint(204, (id) => {
    arrivedAt.set(id, performance.now());
  });
  const dead = await endpoint(503, () => undefined);
  const limit = await closedLoop(living.url, {
    connections: 16,
    seconds: 3,
    next: () => request('POST', living.url, {}, payload),
  });
  const ids: string[] = [];
  for (const { url } of [living, dead]) ids.push(String((await ask(world, 'POST', '/webhooks', { url: url.href })).id));

  const latencies: number[] = [];
  for (let count = 0; count < singleEvents; count += 1) {
    const [id] = await commit(world, 1);
    const committedAt = performance.now();
    await ring(world);
    while (!arrivedAt.has(id)) await pause(1);
    latencies.push((arrivedAt.get(id) ?? 0) - committedAt);
  }

  const probesBefore = dead.requests;
  arrivedAt.clear();
  const startedAt = performance.now();
  await commit(world, stormEvents);
  await ring(world);
  while (arrivedAt.size < stormEvents) await pause(20);
  const milliseconds = performance.now() - startedAt;
  for (const id of ids) await ask(world, 'DELETE', `/webhooks/${id}`).catch(() => undefined);
  for (const { server } of [living, dead]) {
    server.closeAllConnections();
    server.close();
  }
  const { p50Milliseconds, p99Milliseconds } = summary(latencies);
  return [
    {
      name: 'event committed to endpoint reached, one at a time',
      ours: `p50 ${p50Milliseconds.toFixed(1)} ms, p99 ${p99Milliseconds.toFixed(1)} ms`,
    },
    {
      name:
        `storm of ${stormEvents.toLocaleString('en')} events, the other endpoint dead (against what the endpoint ` +
        'takes over 16 connections)',
      ours: `${rate((stormEvents / milliseconds) * 1000)} (${seconds(milliseconds)})`,
      limit: rate(limit.perSecond),
      ratio: ((stormEvents / milliseconds) * 1000) / limit.perSecond,
    },
    { name: 'requests to the dead endpoint during the storm', ours: String(dead.requests - probesBefore) },
  ];
}

async function endpoint(status: number, hear: (webhookId: string) => void): Promise<Endpoint> {
  const server = createServer((incoming, outgoing) => {
    made.requests += 1;
    const { 'webhook-id': id } = incoming.headers;
    incoming.resume().on('end', () => {
      if (id) hear(String(id));
      outgoing.writeHead(status, { 'content-length': 0 }).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const made: Endpoint = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    requests: 0,
    server,
  };
  return made;
}

/** As another process would write them; their ids. */
async function commit({ sql, organizationId }: World, count: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into outbox_events (organization_id, id, event, payload, created_at)
     select $1, gen_random_uuid(), 'device.connected', $2, now() from generate_series(1, $3) returning id`,
    [organizationId, payload, count],
  );
  return rows.map(({ id }) => id);
}

/** As another process rings. */
async function ring({ sql, organizationId }: World): Promise<void> {
  const text = JSON.stringify({ topic: 'events', organizationId, key: organizationId });
  await sql.query('select pg_notify($1, $2)', [wakeUpChannel, JSON.stringify({ from: 'bench', texts: [text] })]);
}
