import { loadavg } from 'node:os';
import path from 'node:path';
import { RadiusPasswords, ntHash } from '../src/console/passwords/radius-passwords.js';
import { SystemChance } from '../src/kernel/chance.js';
import { Secrets } from '../src/kernel/secrets.js';
import { freePort, missingPackages, sharedSecret } from '../test/radius/around.js';
import { AccessPointLoad, radiusLoad, type RadiusLoad } from './radius/access-points.js';
import { accessDoorBench } from './radius/door-to-door.js';
import { startInMemory } from './radius/in-memory.js';
import { startRadius, stopped } from './radius/our-radius.js';
import { accessRequest, accountingRequest, classOf, codes, type Visitor } from './radius/packets.js';
import { peapJoins } from './radius/supplicants.js';
import { refuseErrors } from './load.js';
import { type Figure, loadFigure, median, rate } from './report.js';
import { ask, type World } from './world.js';

const users = Number(process.env.BENCH_RADIUS_USERS ?? 100_000);
const clients = 1_000;
const inFlight = 16;
const seconds = Number(process.env.BENCH_RADIUS_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_RADIUS_ROUNDS ?? 3);
const supplicants = 24;
const joinsEach = 8;

/**
 * Authentication and accounting against the same FreeRADIUS with its users in memory, in turns; then a guest's way in
 * and out over the FIAS link.
 */
export async function radiusBench(world: World): Promise<Figure[]> {
  const missing = missingPackages();
  if (missing.length > 0) {
    process.stderr.write(`\nradius is skipped: the Debian packages ${missing.join(' ')} are not installed\n`);
    return [];
  }
  const addresses = Array.from(
    { length: clients - 1 },
    (_, index) => `127.0.${Math.floor(index / 250) + 1}.${(index % 250) + 1}`,
  );
  const settings = { vendor: 'generic', secret: sharedSecret };
  await ask(world, 'POST', '/networks', {
    name: 'Bench',
    clients: ['127.0.0.1', ...addresses].map((address, index) => ({ ...settings, address, short_name: `ap-${index}` })),
  });
  const people = await makeUsers(world);
  const [ours, limit] = [
    { auth: await freePort(), acct: await freePort() },
    { auth: await freePort(), acct: await freePort() },
  ];
  const server = await startRadius(world, ours);
  const run = path.join(world.folder, 'freeradius');
  const inMemory = await startInMemory({
    folder: path.join(world.folder, 'freeradius-in-memory'),
    ports: limit,
    secret: sharedSecret,
    clients: ['127.0.0.1', ...addresses],
    users: people,
    certificate: path.join(run, `${world.organizationId}.pem`),
    privateKey: path.join(run, `${world.organizationId}.key`),
    authority: path.join(run, `${world.organizationId}.ca.pem`),
  });
  const points = await Promise.all(addresses.slice(0, inFlight).map((address) => AccessPointLoad.open(address)));
  try {
    const classes = new Map<string, Buffer>();
    const load = { world, points, people, classes };
    return [
      ...(await papFigures(load, ours.auth, limit.auth)),
      ...(await peapFigures(world, people, ours.auth, limit.auth)),
      ...(await accountingFigures(load, ours.acct, limit.acct, 'sends Class back')),
      ...(await accountingFigures(load, ours.acct, limit.acct, 'leaves Class out')),
      ...(await accessDoorBench(world, ours)),
    ];
  } finally {
    for (const point of points) point.close();
    await inMemory.stop();
    await stopped(server);
  }
}

type Person = Visitor & { readonly ntHash: string; readonly ssha512: string };

async function makeUsers({ sql, organizationId }: World): Promise<Person[]> {
  const passwords = new RadiusPasswords(new Secrets([Buffer.alloc(32, 7)], new SystemChance()), new SystemChance());
  const {
    rows: [group],
  } = await sql.query<{ id: string }>(
    `insert into user_groups (organization_id, id, name, name_key, policy, created_at, updated_at) values ($1,
      gen_random_uuid(), 'Bench', 'bench', '{"vlan": "20", "session_timeout": 3600, "bandwidth_down": 5000000}', now(),
      now()) returning id`,
    [organizationId],
  );
  const people: Person[] = [];
  for (let from = 0; from < users; from += 10_000) {
    const batch = Array.from({ length: Math.min(10_000, users - from) }, (_, index) => {
      const [number, username, password] = [from + index, `guest-${from + index}`, `password-${from + index}`];
      return {
        username,
        password,
        mac: macOf(number),
        ntHash: ntHash(password).toString('hex'),
        stored: passwords.store(password),
      };
    });
    await sql.query(
      `insert into users (organization_id, id, username, username_key, group_id, nt_hash_sealed, password_ssha512,
        created_at, updated_at)
      select $1, gen_random_uuid(), u, u, $2, n, s, now(), now() from unnest($3::text[], $4::bytea[], $5::text[])
        as x (u, n, s)`,
      [
        organizationId,
        group.id,
        batch.map(({ username }) => username),
        batch.map(({ stored }) => stored.ntHashSealed),
        batch.map(({ stored }) => stored.passwordSsha512),
      ],
    );
    people.push(...batch.map(({ stored, ...person }) => ({ ...person, ssha512: stored.passwordSsha512 })));
  }
  await sql.query('analyze');
  return people;
}

function macOf(number: number): string {
  return `02-00-${(number.toString(16).padStart(8, '0').match(/../g) ?? []).join('-')}`.toUpperCase();
}

interface Guests {
  readonly world: World;
  readonly points: readonly AccessPointLoad[];
  readonly people: readonly Person[];
  /** What an accept said about each user's session. */
  readonly classes: Map<string, Buffer>;
}

/** Whose turn it is at an access point: the same people by PAP as in accounting. */
function personOf({ people }: Guests, turn: number, point: number): Person {
  return people[((turn * inFlight + point) * 7919) % people.length];
}

async function papFigures(guests: Guests, ours: number, limit: number): Promise<Figure[]> {
  const { world, points, classes } = guests;
  const turns: Record<'ours' | 'limit', RadiusLoad[]> = { ours: [], limit: [] };
  const load = (port: number, length: number) =>
    radiusLoad(points, {
      port,
      seconds: length,
      wanted: codes.accessAccept,
      make: (id, turn, point) => accessRequest(id, personOf(guests, turn, point), sharedSecret),
      heard: (accept, turn, point) => {
        const said = classOf(accept);
        if (said) classes.set(personOf(guests, turn, point).username, said);
      },
    });
  // Connections and plans of the first requests.
  for (const port of [limit, ours]) await load(port, 1);
  const before = await accepted(world, 'PAP');
  for (let round = 0; round < rounds; round += 1) {
    turns.limit.push(await load(limit, seconds));
    turns.ours.push(await load(ours, seconds));
  }
  refuseErrors(turns);
  prove(
    'logins by PAP',
    (await accepted(world, 'PAP')) - before,
    turns.ours.reduce((sum, { answered }) => sum + answered, 0),
  );
  const p50 = median(turns.ours.map(({ p50Milliseconds }) => p50Milliseconds));
  return [
    loadFigure(
      `PAP, ${inFlight} in flight, p50 ${p50.toFixed(1)} ms, ${users} users, ${clients} clients; load ` +
        `${loadavg()[0].toFixed(1)}`,
      turns.ours,
      turns.limit,
      '1,000/s, p50 10 ms',
    ),
  ];
}

async function peapFigures(world: World, people: readonly Person[], ours: number, limit: number): Promise<Figure[]> {
  const rates: Record<'ours' | 'limit', number[]> = { ours: [], limit: [] };
  const visitors = Array.from({ length: supplicants }, (_, index) => people[(index * 997) % people.length]);
  const before = await accepted(world, 'PEAP');
  for (let round = 0; round < rounds; round += 1) {
    rates.limit.push(await peapJoins(world.folder, limit, visitors, joinsEach, sharedSecret));
    rates.ours.push(await peapJoins(world.folder, ours, visitors, joinsEach, sharedSecret));
  }
  prove('joins by PEAP', (await accepted(world, 'PEAP')) - before, rounds * supplicants * joinsEach);
  return [
    {
      name: `PEAP/MSCHAPv2, ${supplicants} supplicants on the same cores; load ${loadavg()[0].toFixed(1)}`,
      ours: rate(median(rates.ours)),
      limit: rate(median(rates.limit)),
      ratio: median(rates.ours.map((each, round) => each / rates.limit[round])),
      goal: '150/s',
    },
  ];
}

/**
 * Each session: Start, two Interim-Updates, Stop, of somebody who signed in. RFC 2865, section 5.25: the access point
 * should send Class back; for those that do not, a session's sign-in has to be looked up.
 */
async function accountingFigures(
  guests: Guests,
  ours: number,
  limit: number,
  accessPoint: 'sends Class back' | 'leaves Class out',
): Promise<Figure[]> {
  const { world, points, classes } = guests;
  const steps = ['start', 'interim', 'interim', 'stop'] as const;
  const turns: Record<'ours' | 'limit', RadiusLoad[]> = { ours: [], limit: [] };
  const begun = { ours: 0, limit: 0 };
  const before = await sessions(world);
  const load = (of: 'ours' | 'limit', port: number, round: number) =>
    radiusLoad(points, {
      port,
      seconds,
      wanted: codes.accountingResponse,
      make: (id, turn, point) => {
        const [session, step] = [Math.floor(turn / steps.length), turn % steps.length];
        if (step === 0) begun[of] += 1;
        const person = personOf(guests, session, point);
        const name = `${accessPoint.slice(0, 5)}-${round}-${point}-${session}`;
        const said = accessPoint === 'sends Class back' ? classes.get(person.username) : undefined;
        return accountingRequest(
          id,
          person,
          { status: steps[step], session: name, seconds: step * 60, ...(said && { class: said }) },
          sharedSecret,
        );
      },
    });
  for (let round = 0; round < rounds; round += 1) {
    turns.limit.push(await load('limit', limit, round));
    turns.ours.push(await load('ours', ours, round));
  }
  prove('sessions of somebody', (await sessions(world)) - before, begun.ours);
  refuseErrors(turns);
  const name = `accounting packets, the access point ${accessPoint}; load ${loadavg()[0].toFixed(1)}`;
  return [loadFigure(name, turns.ours, turns.limit, '500/s')];
}

/** Those that are known to be a user's. */
async function sessions({ sql, organizationId }: World): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(
    'select count(*) from accounting_sessions where organization_id = $1 and user_id is not null',
    [organizationId],
  );
  return Number(rows[0].count);
}

async function accepted({ sql, organizationId }: World, method: string): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(
    "select count(*) from authentication_log where organization_id = $1 and outcome = 'accepted' and auth_method = $2",
    [organizationId, method],
  );
  return Number(rows[0].count);
}

function prove(what: string, written: number, answered: number): void {
  if (written !== answered)
    throw new Error(`${answered} ${what} were answered, ${written} are in the log: the figures mean nothing`);
}
