import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AuditModule } from '../../../src/console/audit/audit.module.js';
import { PasswordResetsModule } from '../../../src/console/password-resets/password-resets.module.js';
import { PreferencesModule } from '../../../src/console/preferences/preferences.module.js';
import { SavedViewsModule } from '../../../src/console/saved-views/saved-views.module.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { ownerRoleId } from '../../http/http-world.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { auditorRoleId, goodPassword, type OperatorsWorld, operatorsWorld } from './operators-world.js';

const clock = new ManualClock();
let world: OperatorsWorld;
beforeAll(async () => {
  world = await operatorsWorld(clock, {
    modules: [PasswordResetsModule, AuditModule, PreferencesModule, SavedViewsModule],
  });
});
afterAll(() => world.close());

const count = async (table: string): Promise<number> => {
  const text = `select count(*)::int as count from ${table}`;
  const context = systemContext(everyOrganization, 'test');
  return (await world.fresh.database.query<{ count: number }>(context, { name: '', text }, []))[0].count;
};

/** Of another organization, signed in there. */
async function elsewhere(name: string): Promise<{ token: string; organizationId: string }> {
  const { id, token: key } = await world.organization(name);
  const email = `${name.toLowerCase()}@example.com`;
  await world.call('POST', '/operators', {
    token: key,
    body: { email, name, role_id: ownerRoleId, password: goodPassword },
  });
  return { token: (await world.signIn({ email, password: goodPassword })).body.token, organizationId: id };
}

describe('preferences', () => {
  const usual = {
    language: null,
    time_zone: null,
    theme: 'system',
    density: 'comfortable',
    shortcuts: 1,
    desk_lock_minutes: 5,
    _links: { self: { href: '/preferences' } },
  };

  test('are the own ones, usual until they are changed, one by one', async () => {
    const eva = await world.operator('eva@example.com', auditorRoleId);
    const ida = await world.operator('ida@example.com', auditorRoleId);
    const read = async (token: string) => (await world.call('GET', '/preferences', { token })).body;
    const change = (body: object) => world.call('PATCH', '/preferences', { token: eva.token, body });
    expect(await read(eva.token)).toEqual(usual);
    const one = { language: 'de', time_zone: 'Europe/Vienna', theme: 'dark' };
    expect((await change(one)).body).toEqual({ ...usual, ...one });
    await Promise.all([change({ density: 'compact' }), change({ shortcuts: 0 }), change({ desk_lock_minutes: 10 })]);
    await change({ time_zone: null });
    const all = { ...one, time_zone: null, density: 'compact', shortcuts: 0, desk_lock_minutes: 10 };
    expect(await read(eva.token)).toEqual({ ...usual, ...all });
    expect(await read(ida.token)).toEqual(usual);
  });

  test('that are none are refused by name, and nothing changes', async () => {
    const { token } = await world.operator('wrong@example.com', auditorRoleId);
    const body = { language: 'xx', time_zone: 'Vienna', theme: 'pink', density: 7, shortcuts: 2, desk_lock_minutes: 0 };
    const refused = await world.call('PATCH', '/preferences', { token, body });
    expect([refused.status, refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()]).toEqual([
      422,
      Object.keys(body)
        .map((name) => `#/${name}`)
        .sort(),
    ]);
    expect((await world.call('GET', '/preferences', { token })).body).toEqual(usual);
    expect((await world.call('GET', '/preferences')).status).toBe(403);
  });

  test('follow an operator who acts for an organization beneath', async () => {
    const { token } = await world.operator('partner@example.com', ownerRoleId);
    const annex = await world.organization('Beneath');
    await world.call('PATCH', '/preferences', { token, body: { theme: 'contrast' } });
    const there = { token, headers: { 'x-organization-id': annex.id } };
    expect((await world.call('GET', '/preferences', there)).body.theme).toBe('contrast');
  });
});

describe('saved views', () => {
  const view = { name: 'Held plans', page: 'runs', address: '?q=status:held' };
  const save = (token: string, more: object = {}) =>
    world.call('POST', '/saved-views', { token, body: { ...view, ...more } });
  const names = async (token: string, query = '') =>
    (
      (await world.call('GET', `/saved-views?sort=name:asc${query}`, { token })).body._embedded.saved_views as {
        name: string;
      }[]
    ).map(({ name }) => name);

  test('are the own ones and those that are shared, of this organization only', async () => {
    const eva = await world.operator('views-eva@example.com', auditorRoleId);
    const ida = await world.operator('views-ida@example.com', auditorRoleId);
    const stranger = await elsewhere('Stranger');
    const own = (await save(eva.token, { name: 'A own' })).body;
    const shared = (await save(eva.token, { name: 'B shared', shared: 1 })).body;
    await save(ida.token, { name: 'C of Ida', page: 'users' });
    expect(own).toMatchObject({ ...view, name: 'A own', shared: 0, operator_id: eva.id });
    expect([await names(eva.token), await names(ida.token), await names(stranger.token)]).toEqual([
      ['A own', 'B shared'],
      ['B shared', 'C of Ida'],
      [],
    ]);
    expect(await names(ida.token, '&filter[page]=users')).toEqual(['C of Ida']);
    const read = async (id: string, token: string) => (await world.call('GET', `/saved-views/${id}`, { token })).status;
    expect([await read(own.id, ida.token), await read(shared.id, ida.token)]).toEqual([404, 200]);
    expect([await read(shared.id, stranger.token), await read(shared.id, world.token)]).toEqual([404, 403]);
  });

  test('are changed by who made them, and shared ones by who may change settings', async () => {
    const maker = await world.operator('views-maker@example.com', auditorRoleId);
    const other = await world.operator('views-other@example.com', auditorRoleId);
    const owner = await world.operator('views-owner@example.com', ownerRoleId);
    const made = await save(maker.token, { shared: 1 });
    const at = `/saved-views/${made.body.id}`;
    const rename = (token: string, name: string, headers = {}) =>
      world.call('PATCH', at, { token, body: { name }, headers });
    expect((await rename(other.token, 'Mine now')).status).toBe(403);
    expect((await world.call('DELETE', at, { token: other.token })).status).toBe(403);
    expect((await rename(maker.token, 'Plans')).body).toMatchObject({ name: 'Plans', page: 'runs' });
    expect((await rename(maker.token, 'Late', { 'if-match': made.headers.get('etag') ?? '' })).status).toBe(412);
    expect((await rename(owner.token, 'Plans to look at')).body.operator_id).toBe(maker.id);
    await world.call('PATCH', at, { token: maker.token, body: { shared: 0 } });
    expect((await rename(owner.token, 'Hidden')).status).toBe(404);
    expect((await world.call('DELETE', at, { token: maker.token })).status).toBe(204);
    const { body } = await world.call('GET', `/audit?filter[resource_id]=${made.body.id}&sort=at:asc`);
    expect(body._embedded.audit.map(({ action }: { action: string }) => action)).toEqual([
      'create',
      'update',
      'update',
      'update',
      'delete',
    ]);
  });

  test('lead nowhere but to a page of the console', async () => {
    const { token } = await world.operator('views-wrong@example.com', auditorRoleId);
    for (const [field, value] of [
      ['page', 'https://evil.example.com'],
      ['page', '//evil.example.com'],
      ['address', '@evil.example.com'],
      ['address', '/users'],
      ['address', '?q=a b'],
      ['name', ''],
    ])
      expect([field, value, (await save(token, { [field]: value })).body.errors[0].pointer]).toEqual([
        field,
        value,
        `#/${field}`,
      ]);
  });

  test('and preferences go with their operator', async () => {
    const { id, token } = await world.operator('views-leaver@example.com', auditorRoleId);
    await save(token, { shared: 1 });
    await world.call('PATCH', '/preferences', { token, body: { theme: 'dark' } });
    const before = [await count('saved_views'), await count('operator_preferences')];
    expect((await world.call('DELETE', `/operators/${id}`)).status).toBe(204);
    expect([await count('saved_views'), await count('operator_preferences')]).toEqual(before.map((each) => each - 1));
  });
});
