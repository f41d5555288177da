import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { accountingRequest } from '../../bench/radius/packets.js';
import { NetworksModule } from '../../src/console/networks/networks.module.js';
import { RadiusServersModule } from '../../src/console/radius-servers/radius-servers.module.js';
import { systemContext } from '../../src/kernel/context.js';
import { SilentLog } from '../../src/kernel/log.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { AccountingIntake } from '../../src/radius/accounting/accounting-intake.js';
import { AccountingStore } from '../../src/radius/accounting/accounting-store.js';
import { radiusLogin } from '../../src/radius/freeradius/database-login.js';
import { type HttpWorld, httpWorld } from '../http/http-world.js';
import { eventually, ManualClock } from '../kernel/manual-clock.js';
import { freePort, sharedSecret } from './around.js';
import { statusServer } from './forwarded-packet.js';

const visitor = { username: 'anna', password: '', mac: 'AA-BB-CC-00-11-22' };
const ownAddresses = Object.values(networkInterfaces()).flatMap((all = []) =>
  all.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
);

let world: HttpWorld;
let networkId: string;
let store: AccountingStore;
let port: number;
let clock: ManualClock;
let addresses: readonly string[];
let forged: string[];
let opened: AccountingIntake[];
let sockets: Socket[];

beforeAll(async () => {
  world = await httpWorld({ modules: [NetworksModule, RadiusServersModule], settings: { rateLimitPerMinute: 0 } });
  const clients = ['127.0.0.1', ...ownAddresses.filter((each) => each !== '127.0.0.1')].map((address, index) => ({
    address,
    short_name: `ap-${index}`,
    secret: sharedSecret,
  }));
  networkId = (await world.call('POST', '/networks', { body: { name: 'House', clients } })).body.id;
  port = await freePort();
  const { url } = await radiusLogin(world.fresh.dataSource, world.fresh.url, world.app.get(Secrets));
  store = new AccountingStore(url, { auth: 1812, acct: port });
});
beforeEach(() => {
  [clock, addresses, forged, opened, sockets] = [new ManualClock(), ownAddresses, [], [], []];
});
afterEach(async () => {
  for (const socket of sockets) socket.close();
  await Promise.all(opened.map((intake) => intake.close()));
});
afterAll(async () => {
  await store.close();
  await world.close();
});

async function intakeAt(address: string): Promise<AccountingIntake> {
  const intake = await AccountingIntake.open(
    { store, clock, log: new SilentLog() },
    { address, addresses: () => addresses, forged: (...whose) => void forged.push(whose.join(' ')) },
  );
  opened.push(intake);
  return intake;
}

/** An access point that hears answers from this address only. */
async function accessPoint(
  to: string,
  at = port,
  from?: string,
): Promise<{ say: (packet: Buffer) => void; heard: number[] }> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  if (from !== undefined) {
    socket.bind(0, from);
    await once(socket, 'listening');
  }
  socket.connect(at, to);
  await once(socket, 'connect');
  const heard: number[] = [];
  socket.on('message', (answer) => heard.push(answer[1]));
  // Nobody listens there.
  socket.on('error', () => undefined);
  return { say: (packet) => socket.send(packet), heard };
}

function start(id: number, secret = sharedSecret, session = `session ${id}`): Buffer {
  return accountingRequest(id, visitor, { status: 'start', session, seconds: 0 }, secret);
}

async function waiting(): Promise<{ session: string; client: string; nas: string }[]> {
  return world.fresh.database.query(systemContext(world.organizationId, 'test'), {
    name: 'test_waiting_packets',
    text: `select session_id as session, client, nas_address as nas from accounting_packets order by received_at`,
  });
}

test('an answer leaves from the address that was asked, whichever of the machine that is', async () => {
  const { ports } = await intakeAt('0.0.0.0');
  await ports.serve([port]);
  const points = await Promise.all(ownAddresses.map((address) => accessPoint(address)));
  for (const { say } of points) say(start(1));
  await eventually('all are answered', () => points.every(({ heard }) => heard.includes(1)));
  expect(await waiting()).toContainEqual({
    session: 'session 1',
    client: expect.stringMatching(new RegExp(`^${world.organizationId}/[0-9a-f-]{36}$`)),
    nas: '127.0.0.1',
  });
});

test('an address that comes to this machine is served within three seconds, one that goes no longer', async () => {
  addresses = ['127.0.0.1'];
  const { ports } = await intakeAt('0.0.0.0');
  await ports.serve([port]);
  const [usual, other] = [await accessPoint('127.0.0.1'), await accessPoint('127.0.0.5')];
  other.say(start(1));
  usual.say(start(2));
  await eventually('the usual one is answered', () => usual.heard.includes(2));
  addresses = ['127.0.0.5'];
  await clock.advance(3);
  await eventually('the new one is answered', () => {
    other.say(start(3));
    return other.heard.includes(3);
  });
  usual.say(start(4));
  other.say(start(5));
  await eventually('the new one goes on', () => other.heard.includes(5));
  expect(usual.heard).toEqual([2]);
  expect(other.heard).not.toContain(1);
});

test('of many addresses one that is not there yet keeps none of the others from being served', async () => {
  addresses = ['192.0.2.77', '127.0.0.1'];
  const { ports } = await intakeAt('0.0.0.0');
  await ports.serve([port]);
  const point = await accessPoint('127.0.0.1');
  point.say(start(1));
  await eventually('it is answered', () => point.heard.includes(1));
  const { ports: alone } = await intakeAt('192.0.2.77');
  await expect(alone.serve([port])).rejects.toThrow(/192\.0\.2\.77/);
});

test('an access point that was added a moment ago counts, and a new secret within a minute', async () => {
  const { ports } = await intakeAt('127.0.0.1');
  await ports.serve([port]);
  const point = await accessPoint('127.0.0.1', port, '127.0.0.77');
  const secret = 'a secret of the garden';
  point.say(start(1, secret));
  const unknown = async () =>
    (await world.call('GET', `/networks/${networkId}/contacts`)).body.unknown_addresses.length;
  await eventually('nobody knows it', async () => (await unknown()) === 1);
  const clients = [{ address: '127.0.0.77', short_name: 'garden', secret }];
  const { body } = await world.call('POST', '/networks', { body: { name: 'Garden', clients } });
  await clock.advance(2);
  point.say(start(2, secret));
  await eventually('it is answered', () => point.heard.includes(2));
  const path = `/networks/${body.id}`;
  const changed = await world.call('PATCH', path, { body: { clients: [{ ...clients[0], secret: 'another secret' }] } });
  expect(changed.status).toBe(200);
  await clock.advance(61);
  point.say(start(3, 'another secret'));
  await eventually('the new secret counts', () => point.heard.includes(3));
  point.say(start(4, secret));
  await eventually('the old one does not', () => forged.length === 1);
  expect(point.heard).toEqual([2, 3]);
});

test('whoever does not show its secret is not answered, and it is told which access point that is', async () => {
  const { ports } = await intakeAt('127.0.0.1');
  await ports.serve([port]);
  const point = await accessPoint('127.0.0.1');
  point.say(start(1, 'another secret'));
  point.say(statusServer(2, 'another secret'));
  point.say(Buffer.from('whatever'));
  point.say(statusServer(3, sharedSecret));
  await eventually('whether we are there is answered', () => point.heard.includes(3));
  expect(point.heard).toEqual([3]);
  expect(forged).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f-]{36}\/[0-9a-f-]{36} 127\.0\.0\.1$/)));
});

test('at a port of its own an organization has its own access points', async () => {
  const own = await world.organization('Annex');
  const asked = { headers: { 'x-organization-id': own.id } };
  const at = await freePort();
  const server = { name: 'Own', auth_port: await freePort(), acct_port: at };
  const { body } = await world.call('POST', '/radius-servers', { ...asked, body: server });
  const clients = [{ address: '127.0.0.1', short_name: 'annex', secret: 'a secret of the annex' }];
  const network = { name: 'Annex', radius_server_id: body.id, clients };
  expect((await world.call('POST', '/networks', { ...asked, body: network })).status).toBe(201);
  const { ports } = await intakeAt('127.0.0.1');
  await ports.serve([port, at]);
  const points = [await accessPoint('127.0.0.1'), await accessPoint('127.0.0.1', at)];
  points[0].say(start(1));
  points[1].say(start(2, 'a secret of the annex', 'of the annex'));
  await eventually('both are answered', () => points.every(({ heard }) => heard.length === 1));
  expect((await waiting()).filter(({ session }) => session === 'of the annex')).toEqual([]);
  await ports.serve([port]);
  points[1].say(start(3, 'a secret of the annex'));
  points[0].say(start(4));
  await eventually('the usual port goes on', () => points[0].heard.includes(4));
  expect(points[1].heard).toEqual([2]);
});

test('a name stands for its address, and one that nobody has is told', async () => {
  const { ports } = await intakeAt('localhost');
  await ports.serve([port]);
  const point = await accessPoint('127.0.0.1');
  point.say(start(1));
  await eventually('it is answered', () => point.heard.includes(1));
  const { ports: nowhere } = await intakeAt('no-such-host.invalid');
  await expect(nowhere.serve([port])).rejects.toThrow(/USHER_RADIUS_ADDRESS/);
});

test('a port that another program has is told, with a remedy', async () => {
  const taken = createSocket('udp4');
  sockets.push(taken);
  taken.bind(port, '127.0.0.1');
  await once(taken, 'listening');
  for (const address of ['127.0.0.1', '0.0.0.0']) {
    const { ports } = await intakeAt(address);
    await expect(ports.serve([port])).rejects.toThrow(/another program has it.*USHER_RADIUS_ACCT_PORT/s);
  }
});
