import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { fias } from '../../src/connectors/pms/fias/fias.connector.js';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { open } from '../connector-contract/session.js';
import { ManualClock, eventually } from '../kernel/manual-clock.js';
import { Scene } from './scene.js';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

async function checks(greeting: string | null, answer?: string) {
  const speaking = createServer((socket) => {
    socket.on('error', () => {});
    if (greeting) socket.write(greeting);
    if (answer)
      socket.on('data', (sent) => {
        if (sent.includes('LS|DA')) socket.write(`\u0002${answer}|DA260514|TI131205|\u0003`);
      });
  });
  server = speaking;
  await new Promise<void>((resolve) => {
    speaking.listen(0, '127.0.0.1', resolve);
  });
  const clock = new ManualClock();
  const { connector } = open(fias as unknown as ConnectorDefinition, {
    settings: { host: '127.0.0.1', port: (speaking.address() as AddressInfo).port, time_zone: 'Europe/Vienna' },
    clock,
  });
  let found: Awaited<ReturnType<typeof connector.test>> | undefined;
  const testing = connector.test(AbortSignal.timeout(200_000)).then((result) => {
    found = result;
    return result;
  });
  await eventually('the checks are done', async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    await clock.advance(2);
    return found !== undefined;
  });
  return testing;
}

test('a key that cannot be used is said to be none, before the interface would be stopped by it', async () => {
  const { connector } = open(fias as unknown as ConnectorDefinition, {
    settings: { host: '127.0.0.1', port: 1, time_zone: 'Europe/Vienna', auth_key: 'FidCrypt0S|c2hvcnQ=' },
    clock: new ManualClock(),
  });
  expect((await connector.test(AbortSignal.timeout(200_000)))[0]).toMatchObject({
    name: 'auth_key',
    ok: false,
    remedy: expect.stringContaining('IfcAuthKey'),
  });
});

test('another service on the port is found out', async () => {
  expect(await checks('SSH-2.0-OpenSSH_9.6\r\n')).toMatchObject([
    { name: 'connect', ok: true },
    { name: 'greeting', ok: false, detail: expect.stringContaining('check the port') },
  ]);
});

test('a port that only listens is no interface', async () => {
  expect(await checks(null)).toMatchObject([
    { name: 'connect', ok: true },
    {
      name: 'greeting',
      ok: false,
      detail: expect.stringContaining('neither greets nor answers'),
      remedy: expect.stringContaining('IFC8'),
    },
  ]);
});

test('another program that frames its records alike is no interface either', async () => {
  expect(await checks('\u0002HELLO\u0003')).toMatchObject([{ ok: true }, { name: 'greeting', ok: false }]);
});

test('a frame that is longer than any record is no interface', async () => {
  expect(await checks(`\u0002${'x'.repeat(70_000)}\u0003`)).toMatchObject([
    { ok: true },
    { name: 'greeting', ok: false },
  ]);
});

test.each(['LS', 'LA'])('an interface that waits for us answers our link start with %s', async (answer) => {
  expect(await checks(null, answer)).toMatchObject([{ ok: true }, { name: 'greeting', ok: true }]);
});

test('where another process holds the link nothing is opened, and its state is told', async () => {
  const scene = await new Scene().start();
  const before = scene.hotel.ifc.connections;
  const { connector } = open(fias as unknown as ConnectorDefinition, {
    settings: { host: '127.0.0.1', port: scene.hotel.port, time_zone: 'Europe/Vienna' },
    clock: new ManualClock(),
  });
  expect(await connector.test(AbortSignal.timeout(200_000), { lastHeardAt: '2026-05-14T13:12:05.000Z' })).toMatchObject(
    [{ name: 'connect', ok: true, detail: 'The link is up; last heard of at 2026-05-14T13:12:05.000Z' }],
  );
  expect(scene.hotel.ifc.connections).toBe(before);
  await scene.stop();
});

test('while our own link is up nothing is opened, for it would cut that link', async () => {
  const scene = await new Scene().start();
  await scene.linked();
  expect(await scene.test()).toMatchObject([{ name: 'connect', ok: true, detail: 'The link is up' }]);
  expect(scene.hotel.ifc.connections).toBe(1);
  await scene.stop();
});
