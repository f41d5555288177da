import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpService } from '@nestjs/axios';
import { afterEach, expect, test } from '@jest/globals';
import axios from 'axios';
import { AxiosHttpClient } from './axios-http-client.js';

const http = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: true });
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serving(answer: (write: (text: string) => void) => void): Promise<string> {
  const listening = createServer((_request, reply) => {
    answer((text) => reply.write(text));
  });
  server = listening;
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
}

test('an answer that comes drop by drop is over when its time is', async () => {
  let drops: NodeJS.Timeout | undefined;
  const url = await serving((write) => {
    drops = setInterval(() => write('.'), 20);
  });
  await expect(http.request({ method: 'GET', url, timeoutMilliseconds: 300 })).rejects.toMatchObject({
    reason: 'timeout',
    mayHaveArrived: true,
  });
  clearInterval(drops);
});

test('a caller that gives up first gets its own reason, not a timeout', async () => {
  const url = await serving((write) => write('.'));
  const giveUp = new AbortController();
  const asked = http.request({ method: 'GET', url, timeoutMilliseconds: 5_000, signal: giveUp.signal });
  setImmediate(() => giveUp.abort());
  await expect(asked).rejects.toMatchObject({ reason: 'aborted' });
});

test('an answer without an end is cut off at its most bytes', async () => {
  let flood: NodeJS.Timeout | undefined;
  const url = await serving((write) => {
    flood = setInterval(() => write('x'.repeat(10_000)), 1);
  });
  await expect(
    http.request({ method: 'GET', url, maximumBytes: 50_000, timeoutMilliseconds: 5_000 }),
  ).rejects.toMatchObject({ reason: 'too_large' });
  clearInterval(flood);
});

test.each([
  ['an address', (port: number) => `http://127.0.0.1:${port}/`],
  ['an address in other digits', (port: number) => `http://2130706433:${port}/`],
  ['IPv4 within IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
  ['a name', (port: number) => `http://localhost:${port}/`],
])('where private targets are not permitted, nothing is sent to one by %s', async (_, addressOf) => {
  let calls = 0;
  const { port } = new URL(
    await serving(() => {
      calls += 1;
    }),
  );
  const strict = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: false });
  const refusal = await strict
    .request({ method: 'GET', url: addressOf(Number(port)), timeoutMilliseconds: 1_000 })
    .catch((error: unknown) => error);
  expect([refusal, calls]).toMatchObject([{ reason: 'blocked_address', mayHaveArrived: false }, 0]);
});
