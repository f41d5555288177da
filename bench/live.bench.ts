import { EventReader } from '../test/people/event-reader.js';
import { type Figure, median } from './report.js';
import { pause } from './service-process.js';
import { ask, timeUntil, type World } from './world.js';

const listeners = 1_000;
/** As many as one key may have. */
const ofOneKey = 20;
const rounds = 5;
const looks = 15;
const hotels = 1_000;

/** A thousand listeners, and the first page of a partner with a thousand hotels. */
export async function liveBench(world: World): Promise<Figure[]> {
  return [...(await listening(world)), ...(await partner(world))];
}

async function listening(world: World): Promise<Figure[]> {
  await pause(3_000);
  const before = world.service.memory().now;
  const readers: EventReader[] = [];
  for (let key = 0; key < listeners / ofOneKey; key += 1) {
    const { token } = await ask(world, 'POST', '/keys', { name: `page ${key}`, permissions: ['user-groups:read'] });
    const open = () =>
      EventReader.open(Number(new URL(world.service.url).port), '/live?topics=user-groups', {
        authorization: `Bearer ${String(token)}`,
      });
    readers.push(...(await Promise.all(Array.from({ length: ofOneKey }, open))));
  }
  await Promise.all(readers.map((reader) => reader.ready()));
  // Heartbeats and checks of permissions included.
  await pause(20_000);
  const after = world.service.memory().now;
  const milliseconds: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const startedAt = performance.now();
    await ask(world, 'POST', '/user-groups', { name: `Round ${round}` });
    const heard = () => readers.every(({ events }) => events.filter(({ event }) => event === 'change').length >= round);
    milliseconds.push(await timeUntil(startedAt, 'everybody has heard', heard));
  }
  for (const reader of readers) reader.close();
  return [
    {
      name: `${listeners.toLocaleString('en')} listeners: memory of the service`,
      ours: `${Math.round(after - before)} MB more`,
      goal: 'under 100',
    },
    {
      name: `from a call that changes something to the last listener, ${rounds} times`,
      ours: `${Math.round(Math.min(...milliseconds))} to ${Math.round(Math.max(...milliseconds))} ms`,
      goal: '1,000',
    },
  ];
}

async function partner(world: World): Promise<Figure[]> {
  await world.sql.query(
    `with made as (
       insert into organizations (id, parent_id, path, name, created_at, updated_at)
       select id, $1, array[$1::uuid, id], 'Hotel ' || n, now(), now()
       from (select gen_random_uuid() as id, n from generate_series(1, $2::int) n) hotel returning id),
     links as (
       insert into connections (organization_id, id, name, connector, settings, target, target_key, schedule, access,
         safety, enabled, status, link, created_at, updated_at)
       select id, gen_random_uuid(), 'Front desk', 'fias', '{}', '{}', id::text, '{}', '{}', '{}', true, 'active',
         '{"state": "connected"}', now(), now() from made returning organization_id, id),
     stays as (
       insert into subjects (organization_id, id, connection_id, source_key, kind, facts, state, last_event_at,
         created_at, updated_at)
       select organization_id, gen_random_uuid(), id, 'g' || n, 'stay', jsonb_build_object('kind', 'stay', 'status',
         'in_house', 'room', n::text, 'arrivalAt',
         to_char(now() - n * interval '3 hours', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')),
         'present', now(), now(), now() from links, generate_series(1, 100) n)
     insert into accounting_sessions (organization_id, started_at, id, unique_id, mac, updated_at)
     select id, now() - n * interval '1 minute', gen_random_uuid(), id || ' ' || n, lpad(n::text, 12, '0'), now()
     from made, generate_series(1, 50) n`,
    [world.organizationId, hotels],
  );
  await world.sql.query('analyze');
  const milliseconds: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    // Longer than an answer is remembered.
    await pause(5_100);
    const startedAt = performance.now();
    await ask(world, 'GET', '/overview');
    milliseconds.push(performance.now() - startedAt);
  }
  const again = performance.now();
  await ask(world, 'GET', '/overview/organizations?page_size=50');
  return [
    {
      name: `the first page over ${hotels.toLocaleString('en')} hotels with 100 stays and 50 devices online each`,
      ours: `p50 ${Math.round(median(milliseconds))}, at most ${Math.round(Math.max(...milliseconds))} ms`,
      goal: '200',
    },
    { name: 'their list, within five seconds of it', ours: `${Math.round(performance.now() - again)} ms`, goal: '50' },
  ];
}
