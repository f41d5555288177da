import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { HttpService } from '@nestjs/axios';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import axios from 'axios';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import { certificateFor } from '../console/webhooks/self-signed.js';
import { Reach, type Resolve } from '../../src/kernel/reach.js';

/** A resolver of our own: what it answers next, in turn; the last answer stays. */
function resolving(...answers: readonly (readonly string[])[]): { resolve: Resolve; asked: string[] } {
  const asked: string[] = [];
  const left = [...answers];
  return {
    asked,
    resolve: (hostname, _options, callback) => {
      asked.push(hostname);
      const addresses = left.length > 1 ? left.shift()! : left[0];
      setImmediate(() =>
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      );
    },
  };
}

const clientWith = (resolve: Resolve, allowPrivateTargets = false) =>
  new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets }, resolve);
const plainClient = () => new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: true });

let inside: Server;
let port: number;
let calls: string[];
beforeEach(async () => {
  calls = [];
  inside = createServer((request, reply) => {
    calls.push(`${request.method} ${request.url}`);
    reply.writeHead(200).end('inside');
  });
  await new Promise<void>((resolve) => {
    inside.listen(0, '127.0.0.1', resolve);
  });
  ({ port } = inside.address() as AddressInfo);
});
afterEach(() => {
  inside.closeAllConnections();
  inside.close();
});

test.each([
  ['loopback', ['127.0.0.1']],
  ['loopback by IPv6', ['::1']],
  ['an address of the house', ['10.0.0.5', '192.168.1.1']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['a tunnel', ['2002:7f00:1::', '64:ff9b::7f00:1']],
  ['metadata of a cloud', ['169.254.169.254']],
  ["Azure's wire server", ['168.63.129.16']],
])('a public name that leads to %s is not called', async (_what, addresses) => {
  const { resolve } = resolving(addresses);
  await expect(
    clientWith(resolve).request({ method: 'GET', url: `http://hooks.example.com:${port}/` }),
  ).rejects.toMatchObject({ reason: 'blocked_address', mayHaveArrived: false });
  expect(calls).toEqual([]);
});

test('a name that turns private between check and call leads nowhere: every socket checks its address', async () => {
  const { resolve, asked } = resolving(['8.8.8.8'], ['127.0.0.1']);
  const { lookup } = new Reach({ allowPrivateTargets: false }, resolve);
  // Whoever looks first, as a check beforehand would, is told something good.
  expect(
    await new Promise((done) => {
      lookup!('hooks.example.com', { all: true }, (_error, addresses) => done(addresses));
    }),
  ).toEqual([{ address: '8.8.8.8', family: 4 }]);
  await expect(
    clientWith(resolve).request({ method: 'GET', url: `http://hooks.example.com:${port}/` }),
  ).rejects.toMatchObject({ reason: 'blocked_address' });
  expect([calls, asked]).toEqual([[], ['hooks.example.com', 'hooks.example.com']]);
});

test('a socket asks once, and is given none of the private addresses among public ones', async () => {
  const { resolve, asked } = resolving(['127.0.0.1', '8.8.8.8', '10.0.0.5', '2001:4860:4860::8888'], ['127.0.0.1']);
  const given: string[] = [];
  const { lookup } = new Reach({ allowPrivateTargets: false }, resolve);
  const socket = connect({
    host: 'ifc.example.com',
    port,
    lookup: (hostname, options, callback) => {
      lookup!(hostname, options, (error, address, family) => {
        given.push(...(Array.isArray(address) ? address.map((each) => each.address) : [address]));
        callback(error, address, family);
      });
    },
  });
  socket.on('error', () => undefined);
  await new Promise((resolved) => {
    socket.once('lookup', resolved);
  });
  socket.destroy();
  expect([
    given.filter((address) => !['8.8.8.8', '2001:4860:4860::8888'].includes(address)),
    given.length > 0,
    asked,
  ]).toEqual([[], true, ['ifc.example.com']]);
  expect(calls).toEqual([]);
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed, wherever it leads', async (status) => {
  const outside = createServer((_request, reply) => {
    reply.writeHead(status, { location: `http://127.0.0.1:${port}/inside` }).end();
  });
  await new Promise<void>((resolve) => {
    outside.listen(0, '127.0.0.1', resolve);
  });
  const answer = await plainClient().request({
    method: 'POST',
    url: `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`,
    body: 'secret',
  });
  outside.closeAllConnections();
  outside.close();
  expect([answer.status, calls]).toEqual([status, []]);
});

test.each(['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy'])(
  '%s does not lead calls around the check, nor to the proxy',
  async (name) => {
    const before = process.env[name];
    const proxied: string[] = [];
    const proxy = createServer((request, reply) => {
      proxied.push(request.url ?? '');
      reply.end('by the proxy');
    });
    proxy.on('connect', (request, socket) => {
      proxied.push(request.url ?? '');
      socket.destroy();
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    process.env[name] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      const { body } = await plainClient().request({ method: 'GET', url: `http://127.0.0.1:${port}/straight` });
      const { resolve } = resolving(['127.0.0.1']);
      for (const scheme of ['http', 'https']) {
        await expect(
          clientWith(resolve).request({ method: 'GET', url: `${scheme}://hooks.example.com:${port}/` }),
        ).rejects.toMatchObject({ reason: 'blocked_address' });
      }
      expect([body.toString(), calls, proxied]).toEqual(['inside', ['GET /straight'], []]);
    } finally {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
      proxy.closeAllConnections();
      proxy.close();
    }
  },
);

test('a certificate that nobody vouches for is taken where it is the very one that was named', async () => {
  const [own, another] = [await certificateFor('unifi.local'), await certificateFor('unifi.local')];
  const server = createSecureServer(own, (_request, reply) => reply.end('inside'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const client = plainClient();
  const answer = await client.request({ method: 'GET', url, caCertificate: own.cert });
  expect([answer.status, answer.body.toString()]).toEqual([200, 'inside']);
  for (const caCertificate of [undefined, another.cert])
    await expect(client.request({ method: 'GET', url, caCertificate })).rejects.toMatchObject({
      reason: 'unreachable',
    });
  server.closeAllConnections();
  server.close();
});
