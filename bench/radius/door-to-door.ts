import { createSocket, type Socket } from 'node:dgram';
import { loadavg } from 'node:os';
import { SimulatedHotel } from '../../test/simulators/fias/hotel.js';
import { sharedSecret } from '../../test/radius/around.js';
import { summary } from '../load.js';
import type { Figure } from '../report.js';
import { pause } from '../service-process.js';
import { areSessionsWritten } from './our-radius.js';
import { ask, timeUntil, type World } from '../world.js';
import { AccessPointLoad } from './access-points.js';
import { accessRequest, accountingRequest, classOf, codes, disconnectAck, sessionOf, type Visitor } from './packets.js';

const guests = Number(process.env.BENCH_RADIUS_GUESTS ?? 200);
const perSecond = 10;
const stayMilliseconds = 3_000;
/** How often a device that is refused tries again; answers to refusals wait a second, so it does not wait for them. */
const tryEveryMilliseconds = 25;
const address = '127.0.0.1';

/**
 * From the frame that leaves the front desk to the Access-Accept of a guest who tries all the time; from the check-out
 * to the Disconnect-Request at the access point.
 */
export async function accessDoorBench(world: World, ports: { auth: number; acct: number }): Promise<Figure[]> {
  const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  const listener = await listening();
  await listenAt(world, listener.port);
  try {
    await ask(world, 'POST', '/connections', {
      name: 'Front desk',
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      target: { console: 'built-in' },
      access: { preset: 'hotel-enterprise' },
      enabled: true,
    });
    await timeUntil(performance.now(), 'the link is alive', () => hotel.ifc.isAlive, 30);
    await Promise.all(Array.from({ length: 5 }, (_, guest) => oneGuest(hotel, listener, ports, 9000 + guest)));
    const waits: Stay[] = [];
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: guests }, async (_, guest) => {
        await pause(Math.max(0, begun + (guest * 1000) / perSecond - performance.now()));
        waits.push(await oneGuest(hotel, listener, ports, 2000 + guest));
      }),
    );
    await proveEnded(world);
    return [
      figure(
        `check-in over FIAS to Access-Accept, ${perSecond} a second`,
        waits.map(({ inMilliseconds }) => inMilliseconds),
      ),
      figure(
        'check-out to Disconnect-Request on the wire, at the same time',
        waits.map(({ outMilliseconds }) => outMilliseconds),
      ),
    ];
  } finally {
    listener.socket.close();
    await hotel.stop();
  }
}

interface Stay {
  readonly inMilliseconds: number;
  readonly outMilliseconds: number;
}

interface Listener {
  readonly socket: Socket;
  readonly port: number;
  readonly heard: Map<string, () => void>;
}

async function listening(): Promise<Listener> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.bind(0, address, resolve);
  });
  const heard = new Map<string, () => void>();
  socket.on('message', (packet, from) => {
    if (packet[0] !== codes.disconnectRequest) return;
    socket.send(disconnectAck(packet, sharedSecret), from.port, from.address);
    heard.get(sessionOf(packet) ?? '')?.();
  });
  return { socket, port: socket.address().port, heard };
}

async function listenAt(world: World, port: number): Promise<void> {
  await world.sql.query(
    "update network_clients set coa_port = $1 where organization_id = $2 and address = '127.0.0.1/32'",
    [port, world.organizationId],
  );
}

async function oneGuest(
  hotel: SimulatedHotel,
  { heard }: Listener,
  ports: { auth: number; acct: number },
  room: number,
): Promise<Stay> {
  const name = `arrival${room}`;
  const visitor: Visitor = {
    username: `${room}-${name}`,
    password: name,
    mac: `02-01-00-00-${hexByte(room >> 8)}-${hexByte(room & 255)}`.toUpperCase(),
  };
  const startedAt = performance.now();
  const reservation = hotel.checkIn({ room: String(room), lastName: name, firstName: 'Alex' });
  const accept = await joined(visitor, ports.auth);
  const inMilliseconds = performance.now() - startedAt;
  const point = await AccessPointLoad.open(address);
  const tell = (status: 'start' | 'stop') =>
    point.ask(ports.acct, (id) =>
      accountingRequest(
        id,
        visitor,
        { status, session: name, seconds: status === 'start' ? 0 : 3, class: classOf(accept) },
        sharedSecret,
      ),
    );
  await tell('start');
  await pause(stayMilliseconds);
  const disconnected = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${name} was never thrown off, so the figures mean nothing`)),
      60_000,
    );
    heard.set(name, () => {
      clearTimeout(timer);
      resolve();
    });
  });
  const leftAt = performance.now();
  hotel.checkOut(reservation);
  await disconnected;
  const outMilliseconds = performance.now() - leftAt;
  await tell('stop');
  point.close();
  return { inMilliseconds, outMilliseconds };
}

/** Tries until it is let in; each try on a socket of its own, as refusals are answered late. */
async function joined(visitor: Visitor, port: number): Promise<Buffer> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.bind(0, address, resolve);
  });
  let accept: Buffer | undefined;
  socket.on('message', (packet) => {
    if (packet[0] === codes.accessAccept) accept ??= packet;
  });
  for (let attempt = 0; !accept; attempt += 1) {
    if (attempt > 2_000) throw new Error(`${visitor.username} was never let in, so the figures mean nothing`);
    socket.send(accessRequest(attempt % 256, visitor, sharedSecret), port, '127.0.0.1');
    for (let waited = 0; waited < tryEveryMilliseconds && !accept; waited += 1) await pause(1);
  }
  socket.close();
  return accept;
}

async function proveEnded(world: World): Promise<void> {
  const { sql, organizationId } = world;
  await timeUntil(performance.now(), 'sessions are written', () => areSessionsWritten(world), 10);
  const { rows } = await sql.query<{ ended: string }>(
    `select count(*) as ended from session_endings e join accounting_sessions s on s.organization_id = e.organization_id
      and s.id = e.session_id
    where e.organization_id = $1 and e.reason in ('user_disabled', 'expired') and e.confirmed_at is not null
      and s.stopped_at is not null and s.session_id like 'arrival%'`,
    [organizationId],
  );
  if (Number(rows[0].ended) !== guests + 5)
    throw new Error(`${rows[0].ended} of ${guests + 5} sessions are recorded as ended, so the figures mean nothing`);
}

function figure(name: string, waits: readonly number[]): Figure {
  const { p50Milliseconds, p99Milliseconds } = summary([...waits]);
  return {
    name: `${name}; load ${loadavg()[0].toFixed(1)}`,
    ours: `p50 ${Math.round(p50Milliseconds)} ms, p99 ${Math.round(p99Milliseconds)} ms`,
    goal: 'p50 1 s, p99 2 s',
  };
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}
