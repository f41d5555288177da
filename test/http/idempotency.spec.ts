import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Controller, Module, Post } from '@nestjs/common';
import { Values } from '../../src/http/body/values.decorator.js';
import { Permission } from '../../src/http/permission.decorator.js';
import { RoleInputDto } from '../../src/console/roles/role.dto.js';
import { RolesModule } from '../../src/console/roles/roles.module.js';
import { RolesService } from '../../src/console/roles/roles.service.js';
import { Ctx } from '../../src/http/context.decorator.js';
import { type Context, everyOrganization, systemContext } from '../../src/kernel/context.js';
import { Problem } from '../../src/kernel/errors.js';
import { eventually, ManualClock } from '../kernel/manual-clock.js';
import { type HttpWorld, httpWorld } from './http-world.js';
import { letGo } from '../database/retention.js';

/** A slow piece of work that the test lets go on when it wants. */
const gate = { runs: 0, fail: undefined as Error | undefined, open: () => {}, opened: Promise.resolve() };

@Controller('slow')
class SlowController {
  constructor(private readonly roles: RolesService) {}

  @Post('roles')
  @Permission('bulk:write')
  async role(@Ctx() context: Context, @Values(RoleInputDto) { name, permissions }: RoleInputDto) {
    gate.runs += 1;
    const { id } = await this.roles.create(context, { name, permissions });
    await gate.opened;
    if (gate.fail) throw gate.fail;
    return { id };
  }

  @Post()
  @Permission('bulk:write')
  async work(@Values(RoleInputDto) input: RoleInputDto) {
    gate.runs += 1;
    await gate.opened;
    if (gate.fail) throw gate.fail;
    return { id: input.name, runs: gate.runs };
  }
}

@Module({ imports: [RolesModule], controllers: [SlowController] })
class SlowModule {}

const clock = new ManualClock();
let world: HttpWorld;
let other: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ clock, modules: [SlowModule] });
  other = await httpWorld({ clock, modules: [SlowModule], shared: world });
});
afterAll(async () => {
  await other.close();
  await world.close();
});
beforeEach(() => {
  Object.assign(gate, { runs: 0, fail: undefined, opened: Promise.resolve() });
});

/** Looks past the tenant wall. */
function stored<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return world.fresh.database.query<Row>(systemContext(everyOrganization, 'test'), { name: '', text: sql }, values);
}

let keys = 0;
function headers(key = `key-${(keys += 1)}`): Record<string, string> {
  return { 'idempotency-key': key };
}

describe('a repeated POST', () => {
  test('gets the first answer again, byte for byte, from every replica, and nothing is made twice', async () => {
    const asked = { body: { name: 'desk', permissions: ['users:read'] }, headers: headers() };
    const first = await world.call('POST', '/v1/roles', asked);
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    for (const replica of [world, other]) {
      const again = await replica.call('POST', '/v1/roles', asked);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      for (const name of ['content-type', 'location', 'etag'])
        expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect((await world.call('GET', '/roles?filter[name]=desk')).body.total_items).toBe(1);
  });

  test('gets a refusal again as well', async () => {
    const asked = { body: { name: '', permissions: [] }, headers: headers() };
    expect((await world.call('POST', '/roles', asked)).status).toBe(422);
    const again = await world.call('POST', '/roles', asked);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([422, 'true']);
    expect(again.headers.get('content-type')).toContain('application/problem+json');
  });

  test('with another body, or to another path, is a mistake', async () => {
    const key = headers();
    await world.call('POST', '/roles', { body: { name: 'first', permissions: [] }, headers: key });
    const otherBody = await world.call('POST', '/roles', { body: { name: 'second', permissions: [] }, headers: key });
    expect(otherBody.status).toBe(422);
    expect(otherBody.body.detail).toMatch(/used for another request/);
    expect((await world.call('POST', '/slow', { body: { name: 'first', permissions: [] }, headers: key })).status).toBe(
      422,
    );
  });

  test('by another key, or for another organization, is another request', async () => {
    const asked = { body: { name: 'shared key', permissions: ['users:read'] }, headers: headers() };
    const annex = await world.organization('Annex');
    expect((await world.call('POST', '/roles', asked)).status).toBe(201);
    const there = await world.call('POST', `/organizations/${annex.id}/roles`, asked);
    expect([there.status, there.headers.has('idempotency-replayed')]).toEqual([201, false]);
    expect((await world.call('POST', '/roles', { ...asked, token: annex.token })).status).toBe(409);
  });

  test('after a day is a new request', async () => {
    const asked = { body: { name: 'yesterday', permissions: [] }, headers: headers() };
    expect((await world.call('POST', '/roles', asked)).status).toBe(201);
    await clock.advance(24 * 3600 + 1);
    expect((await world.call('POST', '/roles', asked)).status).toBe(409);
  });
});

describe('while the first is still running', () => {
  const body = { name: 'slow', permissions: [] };

  test('its repetition is told so, from every replica; only one ever runs', async () => {
    gate.opened = new Promise((resolve) => {
      gate.open = resolve;
    });
    const asked = { body, headers: headers() };
    const first = world.call('POST', '/slow', asked);
    await eventually('the first runs', () => gate.runs === 1);
    for (const replica of [world, other]) {
      const second = await replica.call('POST', '/slow', asked);
      expect(second.status).toBe(409);
      expect(second.body.detail).toMatch(/still being worked on/);
    }
    gate.open();
    expect((await first).status).toBe(201);
    expect((await other.call('POST', '/slow', asked)).body).toEqual({ id: 'slow', runs: 1 });
    expect(gate.runs).toBe(1);
  });

  test('of twenty at once on two replicas one runs', async () => {
    const asked = { body, headers: headers() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? world : other).call('POST', '/slow', asked)),
    );
    expect(gate.runs).toBe(1);
    const through = answers.filter(({ status }) => status === 201);
    expect(through.length).toBeGreaterThanOrEqual(1);
    expect(through.filter(({ headers: got }) => !got.has('idempotency-replayed'))).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20 - through.length);
  });

  test('a long one keeps its key, however long it takes', async () => {
    gate.opened = new Promise((resolve) => {
      gate.open = resolve;
    });
    const asked = { body, headers: headers() };
    const first = world.call('POST', '/slow', asked);
    await eventually('the first runs', () => gate.runs === 1);
    await clock.advance(25 * 3600);
    for (const replica of [world, other]) expect((await replica.call('POST', '/slow', asked)).status).toBe(409);
    gate.open();
    expect((await first).status).toBe(201);
    expect((await other.call('POST', '/slow', asked)).headers.get('idempotency-replayed')).toBe('true');
  });

  test('when the database drops the session with the key, nothing was done and a repeat works at once', async () => {
    gate.opened = new Promise((resolve) => {
      gate.open = resolve;
    });
    const asked = { body: { name: 'lost', permissions: [] }, headers: headers() };
    const first = world.call('POST', '/slow/roles', asked);
    await eventually('the first runs', () => gate.runs === 1);
    const ended = await stored(
      "select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.database = " +
        '(select oid from pg_database where datname = current_database())',
    );
    expect(ended).toHaveLength(1);
    const again = other.call('POST', '/slow/roles', asked);
    await eventually('the repetition runs, while the first has not even noticed', () => gate.runs === 2);
    gate.open();
    expect([(await first).status, (await again).status]).toEqual([503, 201]);
    expect((await again).headers.has('idempotency-replayed')).toBe(false);
    expect((await first).headers.get('content-type')).toContain('application/problem+json');
    expect((await world.call('GET', '/roles?filter[name]=lost')).body.total_items).toBe(1);
    expect((await world.call('POST', '/slow/roles', asked)).text).toBe((await again).text);
  });

  test('a caller who hangs up and repeats the request gets the answer of the first', async () => {
    gate.opened = new Promise((resolve) => {
      gate.open = resolve;
    });
    const hangUp = new AbortController();
    const first = fetch(`${world.url}/slow`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: hangUp.signal,
      headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json', ...headers('hung-up') },
    });
    await eventually('the first runs', () => gate.runs === 1);
    hangUp.abort();
    await expect(first).rejects.toThrow(/abort/);
    gate.open();
    const repeat = () => other.call('POST', '/slow', { body, headers: headers('hung-up') });
    await eventually('the answer is kept', async () => (await repeat()).status === 201);
    expect((await repeat()).headers.get('idempotency-replayed')).toBe('true');
    expect(gate.runs).toBe(1);
  });

  test('a failure of ours is not kept, nor is anything that was done before it: the repetition runs', async () => {
    gate.fail = new Problem('unavailable', 'Not now');
    const roles = { body: { name: 'half done', permissions: [] }, headers: headers() };
    expect((await world.call('POST', '/slow/roles', roles)).status).toBe(503);
    expect((await world.call('GET', '/roles?filter[name]=half%20done')).body.total_items).toBe(0);
    gate.fail = new Problem('rate_limited', 'Too many');
    expect((await world.call('POST', '/slow', { body, headers: roles.headers })).status).toBe(429);
    gate.fail = undefined;
    expect((await world.call('POST', '/slow/roles', roles)).status).toBe(201);
    gate.runs = 0;

    gate.fail = new Error('a bad day');
    const asked = { body, headers: headers() };
    expect((await world.call('POST', '/slow', asked)).status).toBe(500);
    gate.fail = new Problem('unavailable', 'Not now');
    expect((await world.call('POST', '/slow', asked)).status).toBe(503);
    gate.fail = undefined;
    const again = await world.call('POST', '/slow', asked);
    expect([again.status, again.headers.has('idempotency-replayed')]).toEqual([201, false]);
    expect(gate.runs).toBe(3);
  });
});

describe('the key', () => {
  test('may be quoted, must be visible text of at most 255 characters', async () => {
    const body = { name: 'quoted', permissions: [] };
    expect((await world.call('POST', '/roles', { body, headers: headers('"8e03978e"') })).status).toBe(201);
    expect(
      (await world.call('POST', '/roles', { body, headers: headers('8e03978e') })).headers.get('idempotency-replayed'),
    ).toBe('true');
    for (const wrong of ['a b', 'x'.repeat(256), '""']) {
      expect(
        (await world.call('POST', '/roles', { body: { name: 'wrong', permissions: [] }, headers: headers(wrong) }))
          .status,
      ).toBe(400);
    }
  });

  test('is forgotten by the purge once its day is over', async () => {
    await world.call('POST', '/roles', { body: { name: 'old', permissions: [] }, headers: headers('old') });
    await clock.advance(24 * 3600 + 1);
    await world.call('POST', '/roles', { body: { name: 'fresh', permissions: [] }, headers: headers('fresh') });
    await letGo(world.fresh.database, clock, 'answers to repeated requests');
    expect(await stored('select 1 from idempotency_keys')).toHaveLength(1);
  });

  test('the kept answer cannot be read in the database, not even a new token', async () => {
    const made = await world.call('POST', '/keys', {
      body: { name: 'secret', permissions: ['users:read'] },
      headers: headers('sealed'),
    });
    expect(made.body.token).toMatch(/^usher_/);
    const [row] = await stored<{ response_sealed: string }>(
      `select response_sealed from idempotency_keys where idempotency_key = 'sealed'`,
    );
    expect(row.response_sealed).toMatch(/^v1\./);
    expect(Buffer.from(row.response_sealed.split('.')[2], 'base64url').toString()).not.toContain(made.body.token);
  });
});
