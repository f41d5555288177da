import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, median, megabytes, seconds, timeFigure } from './report.js';
import { ask, timeUntil, type World } from './world.js';

const rows = Number(process.env.BENCH_REPORT_ROWS ?? 10_000_000);
const months = 12;
const fileRows = Math.min(1_000_000, rows / 2);
const minutesPerRow = (months * 30 * 1440) / rows;

/** A log of 10,000,000 logins over a year: pages of it, a file of 1,000,000, and what that takes of memory. */
export async function reportsBench(world: World): Promise<Figure[]> {
  const loading = await timed(() => load(world));
  const page = (query: string) => ask(world, 'GET', `/reports/110?${query}`);
  const pages = {
    hours: await times(() => page('earliest=-4h')),
    days: await times(() => page('earliest=-7d')),
    year: await times(() => page('earliest=-360d')),
    user: await times(() => page('earliest=-360d&filter[username]=user-4711@example.com')),
    rejected: await times(() => ask(world, 'GET', '/reports/5?earliest=-360d')),
    sums: await times(() => ask(world, 'GET', '/reports/6?earliest=-1d')),
  };
  const recent = await databaseMilliseconds(world);

  const copied = await timed(() => copy(world));
  world.service.forgetPeak();
  const before = world.service.memory().now;
  const startedAt = performance.now();
  const { task_name: name } = await ask(world, 'POST', '/reports/110/tasks', { earliest: span(), format: 'csvfile' });
  const made = await timeUntil(
    startedAt,
    'the file is made',
    async () => (await ask(world, 'GET', `/reports/tasks/${String(name)}`)).status === 'completed',
  );
  const makingPeak = world.service.memory().peak;
  world.service.forgetPeak();
  const quick = await download(world, String(name), 0);
  const slow = await download(world, String(name), 20);
  const sendingPeak = world.service.memory().peak;
  return [
    { name: `${rows.toLocaleString('en')} logins into ${months} months, indexes included`, ours: seconds(loading) },
    {
      name: 'page 1 of the last 4 hours: request, and in the database',
      ours: `${median(pages.hours).toFixed(1)} ms, ${recent.toFixed(2)} ms`,
      goal: '< 20 ms',
    },
    { name: 'page 1 of the last 7 days', ours: `${median(pages.days).toFixed(1)} ms` },
    { name: 'page 1 of the whole year', ours: `${median(pages.year).toFixed(1)} ms` },
    { name: 'page 1 of a user over the whole year', ours: `${median(pages.user).toFixed(1)} ms` },
    { name: 'page 1 of the rejected over the whole year', ours: `${median(pages.rejected).toFixed(1)} ms` },
    { name: 'clients per access point of a day', ours: `${median(pages.sums).toFixed(1)} ms` },
    timeFigure(
      `a file of ${quick.rows.toLocaleString('en')} rows, made (against COPY … TO a file inside the server)`,
      quick.rows,
      [made],
      [copied],
      '',
    ),
    {
      name: `the same as CSV, downloaded (${megabytes(quick.megabytes)})`,
      ours: `${seconds(quick.milliseconds)}, ${Math.round((quick.megabytes / quick.milliseconds) * 1000)} MB/s`,
    },
    { name: 'downloaded by a reader that pauses 20 ms after every ten parts', ours: seconds(slow.milliseconds) },
    {
      name: 'memory of the service: before, most while making, most while sending',
      ours: [before, makingPeak, sendingPeak].map(megabytes).join(', '),
    },
  ];
}

/** So far back that it holds as many rows as the file is to have. */
function span(): string {
  return `-${Math.round(fileRows * minutesPerRow)}m`;
}

async function load({ sql, organizationId }: World): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query('update organizations set retention = \'{"authentication_log_days": 3650}\'');
    await client.query(
      `begin; set local usher.organization_id = '*'; select usher_make_log_partitions('authentication_log',
        now() - interval '${months * 30} days', ${months + 2}); commit`,
    );
    const perMonth = rows / months;
    for (let month = 0; month < months; month += 1) {
      await client.query(`insert into authentication_log (organization_id, at, id, outcome, username, auth_method,
        reason, mac, ssid, access_point, access_point_mac, nas_address, vlan)
        select '${organizationId}', now() - n * ${minutesPerRow} * interval '1 minute', gen_random_uuid(), case
          when n % 20 = 0 then 'rejected' else 'accepted' end,
          'user-' || (n::bigint * 7919) % 20000 || '@example.com', 'PEAP', case when n % 20 = 0
          then 'wrong_password' end,
          'aabbcc' || substr(md5((n % 30000)::text), 1, 6),
          'Guest', 'ap-' || n % 200, '0011223344' || lpad(to_hex(n % 200), 2, '0'), '10.0.0.' || n % 250, '20'
        from generate_series(${Math.round(month * perMonth)}, ${Math.round((month + 1) * perMonth) - 1}) n`);
    }
    await client.query('vacuum analyze authentication_log');
  } finally {
    client.release();
  }
}

/** The fastest there is: the same rows out of the same table, without order, to a file of the server. */
async function copy({ sql, organizationId }: World): Promise<void> {
  await sql.query(`copy (select at, outcome, username, mac, ssid, access_point, access_point_mac, nas_address,
    auth_method, reason, reason_detail, vlan from authentication_log
    where organization_id =
      '${organizationId}' and at >= now() - interval '${span().slice(1).replace('m', ' minutes')}') to
      '/tmp/usher-bench-report.csv' csv header`);
}

/** Of the newest page, by the database's own clock. */
async function databaseMilliseconds({ sql, organizationId }: World): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const {
      rows: [row],
    } = await sql.query<{
      'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[];
    }>(`explain (analyze, format json)
      select * from authentication_log where organization_id = '${organizationId}' 
        and at >= now() - interval '4 hours' and at < now() order by at desc, id desc limit 25`);
    const [{ 'Planning Time': planning, 'Execution Time': execution }] = row['QUERY PLAN'];
    taken.push(planning + execution);
  }
  return median(taken);
}

async function download(
  { service }: World,
  name: string,
  pauseMilliseconds: number,
): Promise<{ rows: number; megabytes: number; milliseconds: number }> {
  const startedAt = performance.now();
  const { body, status } = await fetch(`${service.url}/reports/tasks/${name}/file`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
  if (status !== 200 || !body) throw new Error(`No file: ${status}`);
  let [lines, bytes, parts] = [0, 0, 0];
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines += 1;
    parts += 1;
    if (pauseMilliseconds > 0 && parts % 10 === 0) await sleep(pauseMilliseconds);
  }
  return { rows: lines - 1, megabytes: bytes / 2 ** 20, milliseconds: performance.now() - startedAt };
}

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < 15; round += 1) taken.push(await timed(work));
  return taken;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
