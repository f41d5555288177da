import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { CapturingLog } from '../connector-contract/capturing-log.js';
import { olderReportPaths } from '../../src/http/address/address.js';
import { expectAnswer } from './expect-answer.js';
import { hostileHeaders, hostileJson, hostileQuery, hostileSegment, hostileText } from './hostile.js';
import { type Furnished, furnished } from './one-of-everything.js';
import { realPathIn } from './real-path.js';
import { startingBodies } from './starting-bodies.js';
import { type Route, usherWorld, type UsherWorld } from './usher-world.js';
import { probePaths } from '../../src/portal/visit/probes.controller.js';

// The same every run; another one with USHER_TEST_SEED=… finds other things, and USHER_TEST_RUNS=10 ten times as many.
const seed = Number(process.env.USHER_TEST_SEED ?? 20_261_121);
const times = Number(process.env.USHER_TEST_RUNS ?? 1);

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const documented = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Documented;
const routeOf = (path: string) => Object.entries(olderReportPaths).find(([, shown]) => shown === path)?.[0] ?? path;
/** The same answers at another address, which the document leaves out. */
const withAliases = (calls: readonly string[]) => [
  ...calls,
  ...calls
    .filter((each) => each.includes(' /alertcontacts'))
    .map((each) => each.replace(' /alertcontacts', ' /alert-contacts')),
];
/** SCIM has bodies and errors of its own, and hostile ones in test/scim. */
const paths = Object.entries(documented.paths).filter(([path]) => !path.startsWith('/scim/'));
const operations = withAliases(
  paths.flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${routeOf(path)}`)),
);
const named = operations.map((each) => [each]);

const log = new CapturingLog();
let world: UsherWorld;
let house: Furnished;
let bodies: ReturnType<typeof startingBodies>;
beforeAll(async () => {
  world = await usherWorld({ log });
  house = await furnished(world, 'Hotel Seeblick', 'mark-of-the-house');
  bodies = startingBodies(house);
});
afterAll(async () => {
  await world.close();
});

const realPath = (path: string): string => realPathIn(house, path);

async function expectAlive(): Promise<void> {
  const { status, body } = await world.ask('GET', `/users/${house.ids.user}`, { token: house.token });
  expect([status, body.id]).toEqual([200, house.ids.user]);
  expect(log.lines.splice(0).filter((line) => line.startsWith('error'))).toEqual([]);
}

async function send(method: string, path: string, asked: Parameters<UsherWorld['ask']>[2] = {}): Promise<number> {
  const answer = await world.ask(method, path, { token: house.token, ...asked });
  expectAnswer(answer, `${method} ${path}`);
  return answer.status;
}

function fuzz<T>(arbitrary: fc.Arbitrary<T>, numRuns: number, attempt: (value: T) => Promise<unknown>): Promise<void> {
  return fc.assert(
    fc.asyncProperty(arbitrary, async (value) => {
      await attempt(value);
    }),
    { seed, numRuns: numRuns * times, endOnFailure: true },
  );
}

/** A picture is taken as its bytes. */
function takesJson(operation: unknown): boolean {
  const { requestBody } = operation as { requestBody?: { content?: object } };
  return (
    requestBody !== undefined && !Object.keys(requestBody.content ?? {}).every((type) => type.startsWith('image/'))
  );
}

test(`the document describes the routes that there are (seed ${seed})`, () => {
  // SCIM is one route for all of its paths. A portal's pages are for browsers and probes.
  const undescribed = /^\/(healthz|readyz|metrics)$|^\/scim\/v2\/|^\/(p|capport|sign-in|guest)\//;
  const served = world.routes
    .filter(({ path }) => !undescribed.test(path) && !probePaths.includes(path.slice(1)))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...operations].sort()).toEqual(served.sort());
});

describe('hostile bodies', () => {
  test.each(named.filter(([each]) => /^(POST|PATCH)/.test(each) && !each.includes('/hooks')))(
    '%s',
    async (operation) => {
      const [method, path] = operation.split(' ');
      const resources = ['users', 'user-groups', 'vouchers', 'devices', '__proto__'];
      const at = path.includes('{resource}')
        ? fc.constantFrom(...resources).map((each) => path.replace('{resource}', each))
        : fc.constant(realPath(path));
      await fuzz(fc.tuple(at, hostileJson(bodies[operation] ?? [{}])), operation in bodies ? 20 : 4, ([url, body]) =>
        send(method, url, { body }),
      );
      await expectAlive();
    },
  );

  test('every body that a route is documented to take has a starting body here', () => {
    const taking = paths.flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, each]) => takesJson(each) && !path.startsWith('/hooks'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(Object.keys(bodies).sort()).toEqual(withAliases(taking).sort());
  });
});

describe('hostile parameters', () => {
  test.each(named)('%s: query', async (operation) => {
    const [method, path] = operation.split(' ');
    const route = world.routes.find((each) => `${each.method} ${each.path}` === operation) as Route;
    const names = [...Object.keys(route.list?.fields ?? {}), 'id'];
    // A DELETE that is understood would take the record from the tests that follow.
    const url =
      method === 'DELETE' ? path.replaceAll(/\{\w+\}/g, '0190a0a0-0000-7000-8000-00000000dead') : realPath(path);
    await fuzz(hostileQuery(names), route.list ? 16 : 4, (query) =>
      send(method, `${url}?${query}`, method === 'GET' ? {} : { body: {} }),
    );
    await expectAlive();
  });

  test('every field of every list, with values that look like something else', async () => {
    for (const { path, list } of world.routes) {
      for (const field of Object.keys(list?.fields ?? {})) {
        const values = ['__proto__', 'constructor', '0000-01-01T00:00:00Z', '99999999999999999999'];
        await Promise.all(values.map((value) => send('GET', `${realPath(path)}?filter[${field}]=${value}`)));
      }
    }
    await expectAlive();
  });

  test.each(named.filter(([each]) => each.includes('{')))('%s: path', async (operation) => {
    const [method, path] = operation.split(' ');
    await fuzz(hostileSegment, 5, (segment) =>
      send(method, path.replaceAll(/\{\w+\}/g, segment), method === 'GET' ? {} : { body: {} }),
    );
    await expectAlive();
  });

  test.each(named)('%s: headers', async (operation) => {
    const [method, path] = operation.split(' ');
    const url =
      method === 'DELETE' ? path.replaceAll(/\{\w+\}/g, '0190a0a0-0000-7000-8000-00000000dead') : realPath(path);
    const body = method === 'GET' ? undefined : JSON.stringify(bodies[operation]?.[0] ?? {});
    await fuzz(hostileHeaders, 4, (headers) => send(method, url, { headers, body }));
    await expectAlive();
  });

  test('malformed keys', async () => {
    await fuzz(
      hostileText.map((text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').slice(0, 8000)),
      60,
      async (text) => {
        expect(await send('GET', '/users', { token: null, headers: { authorization: `Bearer ${text}` } })).toBe(401);
      },
    );
    await expectAlive();
  });

  test('paths that do not exist, in every address form', async () => {
    const form = fc.constantFrom(
      '',
      '/v1',
      '/api',
      '/v1/api',
      '/organizations',
      `/organizations/${house.organizationId}`,
      '//',
      '/.',
      '/users',
    );
    await fuzz(
      fc.tuple(
        form,
        fc.array(hostileSegment, { maxLength: 4 }),
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY'),
      ),
      150,
      async ([start, segments, method]) => {
        // Headers that are too large are refused with a body, whatever the method: nobody has read it.
        await send(
          method,
          `${start}/${segments.join('/')}`.slice(0, method === 'HEAD' ? 10_000 : undefined),
          method === 'POST' ? { body: '{' } : {},
        );
      },
    );
    await expectAlive();
  });
});

test('whatever is pushed to a hook is proven first and then stored byte for byte', async () => {
  const token = 'a-webhook-token-of-the-house';
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each)),
    hostileJson([{ EnterpriseId: 'e', Events: [{ Discriminator: 'ServiceOrderUpdated', Value: { Id: 'x' } }] }]).map(
      (each) => Buffer.from(each),
    ),
  );
  await fuzz(
    fc.tuple(
      bytes,
      fc.constantFrom('', `/${token}`, '/wrong-token-of-the-house', `/${token}/more`),
      fc.constantFrom('application/json', 'text/xml', 'application/octet-stream', 'x'),
    ),
    80,
    async ([body, end, type]) => {
      const status = await send('POST', `/hooks/${house.ids.connection}${end}`, {
        token: null,
        body,
        headers: { 'content-type': type },
      });
      expect(end === `/${token}` ? [200, 400] : [401]).toContain(status);
      if (status !== 200) return;
      const { items } = await world
        .made(200, 'GET', `/connections/${house.ids.connection}/events?page_size=1`, { token: house.token })
        .then(({ _embedded }) => ({ items: _embedded.events }));
      expect(items[0].byte_length).toBe(body.length);
    },
  );
  await expectAlive();
});
