import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { fias } from '../../src/connectors/pms/fias/fias.connector.js';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { open } from '../connector-contract/session.js';
import { ManualClock, eventually } from '../kernel/manual-clock.js';
import { Scene } from './scene.js';

let server: Server | undefined;

afterEach(() => { server?.close(); });

async function checks(greeting: string | null) {
  const speaking = createServer((socket) => {
    socket.on('error', () => {});
    if (greeting) socket.write(greeting);
  });
  server = speaking;
  await new Promise<void>((resolve) => { speaking.listen(0, '127.0.0.1', resolve); });
  const clock = new ManualClock();
  const { connector } = open(fias as unknown as ConnectorDefinition, { settings: { host: '127.0.0.1', port: (speaking.address() as AddressInfo).port, time_zone: 'Europe/Vienna' }, clock });
  let found: Awaited<ReturnType<typeof connector.test>> | undefined;
  const testing = connector.test(AbortSignal.timeout(50_000)).then((result) => { found = result; return result; });
  await eventually('the checks are done', async () => {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    await clock.advance(2);
    return found !== undefined;
  });
  return testing;
}

test('another service on the port is found out', async () => {
  expect(await checks('SSH-2.0-OpenSSH_9.6\r\n')).toMatchObject([{ name: 'connect', ok: true }, { name: 'greeting', ok: false, detail: expect.stringContaining('check the port') }]);
});

test('an interface that waits for us is no failure', async () => {
  expect(await checks(null)).toMatchObject([{ ok: true }, { name: 'greeting', ok: true }]);
});

test('while our own link is up nothing is opened, for it would cut that link', async () => {
  const scene = await new Scene().start();
  await scene.linked();
  expect(await scene.test()).toMatchObject([{ name: 'connect', ok: true, detail: 'The link is up' }]);
  expect(scene.hotel.ifc.connections).toBe(1);
  await scene.stop();
});
