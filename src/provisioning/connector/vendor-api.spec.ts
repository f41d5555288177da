import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpService } from '@nestjs/axios';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import axios from 'axios';
import { CapturingLog } from '../../../test/connector-contract/capturing-log.js';
import { ManualClock, SeededChance } from '../../../test/kernel/manual-clock.js';
import { AxiosHttpClient } from '../../kernel/axios-http-client.js';
import { ClientCredentialsToken } from './client-credentials.js';
import { ConnectorProblem } from './connector-problem.js';
import { VendorApi } from './vendor-api.js';

let answer: (request: IncomingMessage, reply: ServerResponse, body: string) => void;
let asked: { readonly url: string; readonly body: string; readonly authorization?: string }[];
const server = createServer((request, reply) => {
  let body = '';
  request
    .on('data', (piece: Buffer) => {
      body += piece.toString();
    })
    .on('end', () => {
      asked.push({ url: request.url ?? '', body, authorization: request.headers.authorization });
      answer(request, reply, body);
    });
});
let url: string;
let clock: ManualClock;
let api: VendorApi;
const { signal } = new AbortController();

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked = [];
  clock = new ManualClock();
  const http = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: true });
  api = new VendorApi(
    { http, clock, chance: new SeededChance(), log: new CapturingLog() },
    {
      vendor: 'Acme',
      limit: { requests: 100, windowSeconds: 10 },
      secrets: ['s3cret'],
      codes: { 404: 'settings_invalid' },
      said: (body) => (body as { message?: string } | undefined)?.message,
    },
  );
});

const status = (code: number, body = '', headers: Record<string, string> = {}) => {
  answer = (_, reply) => {
    reply.writeHead(code, headers).end(body);
  };
};
const problem = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('it went well');
    },
    (error: unknown) => error as ConnectorProblem,
  );

test.each([
  [401, 'credentials_refused'],
  [404, 'settings_invalid'],
  [410, 'gone'],
  [418, 'settings_invalid'],
  [302, 'settings_invalid'],
  [500, 'upstream_broken'],
])('status %i is %s', async (code, expected) => {
  status(code);
  expect((await problem(api.send('list people', { method: 'GET', url }, signal))).code).toBe(expected);
});

test('what the vendor says is told, but no secret that it repeats', async () => {
  status(400, JSON.stringify({ message: 'token s3cret is not known' }));
  expect((await problem(api.send('list people', { method: 'GET', url }, signal))).message).toBe(
    'list people: 400 token … is not known',
  );
});

test('after 429 nothing is sent until the time that the vendor named', async () => {
  status(429, '', { 'retry-after': '30' });
  const retryAt = (refused: ConnectorProblem) => Date.parse(refused.details.retryAt ?? '') - clock.milliseconds();
  expect(retryAt(await problem(api.send('list people', { method: 'GET', url }, signal)))).toBe(30_000);
  await clock.advance(29);
  expect(retryAt(await problem(api.send('list people', { method: 'GET', url }, signal)))).toBe(1000);
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  status(200, '[]');
  expect(await api.json('list people', { method: 'GET', url }, signal)).toEqual([]);
});

test.each(['', '"text"', '<html>'])('an answer of %j is not JSON to work with', async (body) => {
  status(200, body);
  expect((await problem(api.json('list people', { method: 'GET', url }, signal))).code).toBe('upstream_broken');
});

test('one token serves all who wait for it, and is asked for anew a minute before its end', async () => {
  let made = 0;
  answer = (_, reply) => {
    reply.end(JSON.stringify({ access_token: `t${(made += 1)}`, expires_in: 3600 }));
  };
  const token = new ClientCredentialsToken(
    api,
    { clock },
    {
      tokenUrl: `${url}/token`,
      clientId: 'id',
      clientSecret: 's3cret',
      scope: 'people',
    },
  );
  expect(await Promise.all([token.current(signal), token.current(signal)])).toEqual(['t1', 't1']);
  expect(asked).toEqual([
    {
      url: '/token',
      body: 'grant_type=client_credentials&scope=people',
      authorization: `Basic ${Buffer.from('id:s3cret').toString('base64')}`,
    },
  ]);
  await clock.advance(3539);
  expect(await token.current(signal)).toBe('t1');
  await clock.advance(1);
  expect(await token.current(signal)).toBe('t2');
  token.forget('t1');
  expect(await token.current(signal)).toBe('t2');
  token.forget('t2');
  expect(await token.current(signal)).toBe('t3');
});

test('who waits for a token that another asked for and gave up gets one of its own', async () => {
  const giveUp = new AbortController();
  answer = (_, reply) => {
    if (asked.length > 1) reply.end(JSON.stringify({ access_token: 'second' }));
    else giveUp.abort();
  };
  const token = new ClientCredentialsToken(
    api,
    { clock },
    {
      tokenUrl: `${url}/token`,
      clientId: 'id',
      clientSecret: 's3cret',
    },
  );
  const [first, second] = await Promise.allSettled([token.current(giveUp.signal), token.current(signal)]);
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'second' }]);
});

test('credentials that the vendor refuses are said to be refused, and asked with again next time', async () => {
  const token = new ClientCredentialsToken(
    api,
    { clock },
    {
      tokenUrl: `${url}/token`,
      clientId: 'id',
      clientSecret: 's3cret',
    },
  );
  status(400, JSON.stringify({ error: 'invalid_client' }));
  expect((await problem(token.current(signal))).code).toBe('credentials_refused');
  status(200, JSON.stringify({ access_token: 'good' }));
  expect(await token.current(signal)).toBe('good');
});
