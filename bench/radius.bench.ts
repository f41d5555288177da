import { loadavg } from 'node:os';
import path from 'node:path';
import { RadiusPasswords, ntHash } from '../src/console/passwords/radius-passwords.js';
import { SystemChance } from '../src/kernel/chance.js';
import { Secrets } from '../src/kernel/secrets.js';
import type { PortPair } from '../src/radius/freeradius/run-folder.js';
import { freePort, missingPackages, sharedSecret } from '../test/radius/around.js';
import { AccessPointLoad, radiusLoad } from './radius/access-points.js';
import { accessDoorBench } from './radius/door-to-door.js';
import { startInMemory } from './radius/in-memory.js';
import { areSessionsWritten, startRadius, stopped } from './radius/our-radius.js';
import { accessRequest, accountingRequest, classOf, codes, type Visitor } from './radius/packets.js';
import { isStockReadable, startStock } from './radius/stock.js';
import { peapJoins } from './radius/supplicants.js';
import { figuresOf, inTurns, type Servers } from './radius/turns.js';
import type { Figure } from './report.js';
import { ask, timeUntil, type World } from './world.js';

const users = Number(process.env.BENCH_RADIUS_USERS ?? 100_000);
const clients = 1_000;
const inFlight = 16;
const seconds = Number(process.env.BENCH_RADIUS_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_RADIUS_ROUNDS ?? 3);
const supplicants = 24;
const joinsEach = 8;

/**
 * Authentication and accounting, in turns against FreeRADIUS with the schema and queries that it ships, on the same
 * PostgreSQL (the peer), and against the same FreeRADIUS with its users in memory (the limit); then a guest's way in
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
  const [ours, limit, stock] = [await portPair(), await portPair(), await portPair()];
  const server = await startRadius(world, ours);
  const run = path.join(world.folder, 'freeradius');
  const peer = (name: string, ports: PortPair) => ({
    folder: path.join(world.folder, name),
    ports,
    secret: sharedSecret,
    clients: ['127.0.0.1', ...addresses],
    identity: path.join(run, 'servers', `${world.organizationId}.pem`),
  });
  const inMemory = await startInMemory(peer('freeradius-in-memory', limit), people);
  const isCompared = isStockReadable();
  if (!isCompared) process.stderr.write('\nradius: the schema that FreeRADIUS ships cannot be read here, so no peer\n');
  const shipped = isCompared ? await startStock(peer('freeradius-stock', stock), world.adminUrl, people) : undefined;
  const servers = {
    ours: { ...ours, pid: server.pid ?? 0 },
    limit: { ...limit, pid: inMemory.pid },
    ...(shipped && { stock: { ...stock, pid: shipped.pid } }),
  };
  const points = await Promise.all(addresses.slice(0, inFlight).map((address) => AccessPointLoad.open(address)));
  try {
    const classes = new Map<string, Buffer>();
    const load = { world, points, people, classes, postmaster: await postmasterOf(world), servers };
    return [
      ...(await papFigures(load)),
      ...(await peapFigures(load)),
      ...(await accountingFigures(load, 'sends Class back')),
      ...(await accountingFigures(load, 'leaves Class out')),
      ...(await accessDoorBench(world, ours)),
    ];
  } finally {
    for (const point of points) point.close();
    await inMemory.stop();
    await shipped?.stop();
    await stopped(server);
  }
}

async function portPair(): Promise<PortPair> {
  return { auth: await freePort(), acct: await freePort() };
}

async function postmasterOf({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
  return Number(rows[0].file.split('\n')[0]);
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
  readonly postmaster: number;
  readonly servers: Servers;
}

/** Whose turn it is at an access point: the same people by PAP as in accounting. */
function personOf({ people }: Guests, turn: number, point: number): Person {
  return people[((turn * inFlight + point) * 7919) % people.length];
}

async function papFigures(guests: Guests): Promise<Figure[]> {
  const { world, points, classes, servers } = guests;
  const load = ({ auth: port }: PortPair, length: number, isOurs: boolean) =>
    radiusLoad(points, {
      port,
      seconds: length,
      wanted: codes.accessAccept,
      make: (id, turn, point) => accessRequest(id, personOf(guests, turn, point), sharedSecret),
      heard: (accept, turn, point) => {
        const said = isOurs ? classOf(accept) : undefined;
        if (said) classes.set(personOf(guests, turn, point).username, said);
      },
    });
  // Connections and plans of the first requests.
  for (const [peer, at] of Object.entries(servers)) await load(at, 1, peer === 'ours');
  const before = await accepted(world, 'PAP');
  const turns = await inTurns(guests, rounds, (peer, at) => load(at, seconds, peer === 'ours'));
  prove(
    'logins by PAP',
    (await accepted(world, 'PAP')) - before,
    turns.ours.reduce((sum, { answered }) => sum + answered, 0),
  );
  return figuresOf(
    `PAP, ${inFlight} in flight, ${users} users, ${clients} clients; load ${loadavg()[0].toFixed(1)}`,
    turns,
    { limit: '1,000/s, p50 10 ms', stock: '1.0' },
  );
}

async function peapFigures(guests: Guests): Promise<Figure[]> {
  const { world, people } = guests;
  const visitors = Array.from({ length: supplicants }, (_, index) => people[(index * 997) % people.length]);
  const before = await accepted(world, 'PEAP');
  const turns = await inTurns(guests, rounds, async (_, { auth }) => ({
    perSecond: await peapJoins(world.folder, auth, visitors, joinsEach, sharedSecret),
    answered: supplicants * joinsEach,
    errors: 0,
    p50Milliseconds: 0,
    p99Milliseconds: 0,
  }));
  prove('joins by PEAP', (await accepted(world, 'PEAP')) - before, rounds * supplicants * joinsEach);
  return figuresOf(
    `PEAP/MSCHAPv2, ${supplicants} supplicants on the same cores; load ${loadavg()[0].toFixed(1)}`,
    turns,
    { limit: '150/s', stock: '1.1' },
  );
}

/**
 * Each session: Start, two Interim-Updates, Stop, of somebody who signed in. RFC 2865, section 5.25: the access point
 * should send Class back; for those that do not, a session's sign-in has to be looked up.
 */
async function accountingFigures(
  guests: Guests,
  accessPoint: 'sends Class back' | 'leaves Class out',
): Promise<Figure[]> {
  const { world, points, classes } = guests;
  const steps = ['start', 'interim', 'interim', 'stop'] as const;
  let begun = 0;
  const before = await sessions(world);
  const turns = await inTurns(guests, rounds, async (peer, { acct: port }, round) => {
    const startedAt = performance.now();
    const load = await radiusLoad(points, {
      port,
      seconds,
      wanted: codes.accountingResponse,
      make: (id, turn, point) => {
        const [session, step] = [Math.floor(turn / steps.length), turn % steps.length];
        if (step === 0 && peer === 'ours') begun += 1;
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
    if (peer !== 'ours') return load;
    // What waits to be written is work of this turn.
    const milliseconds = await timeUntil(startedAt, 'sessions are written', () => areSessionsWritten(world));
    return { ...load, perSecond: (load.answered / milliseconds) * 1000 };
  });
  prove('sessions of somebody', (await sessions(world)) - before, begun);
  return figuresOf(`accounting packets, the access point ${accessPoint}; load ${loadavg()[0].toFixed(1)}`, turns, {
    limit: '500/s',
    stock: '1.5',
  });
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
