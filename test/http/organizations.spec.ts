import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type HttpWorld, httpWorld, ownerRoleId } from './http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld();
});
afterAll(async () => {
  await world.close();
});

async function seenBy(token: string, headers = {}): Promise<string[]> {
  const { body } = await world.call('GET', '/organizations?page_size=100&sort=name', { token, headers });
  return body._embedded.organizations.map(({ name }: { name: string }) => name);
}

describe('a partner and those beneath it', () => {
  test('each sees itself and what is below, nothing beside or above', async () => {
    const chain = await world.organization('Chain');
    const north = await world.organization('Chain North', chain.id);
    await world.organization('Chain North Annex', north.id);
    const rival = await world.organization('Rival');

    expect(await seenBy(world.token)).toEqual([
      'Chain',
      'Chain North',
      'Chain North Annex',
      'Hotel Lindenhof',
      'Rival',
    ]);
    expect(await seenBy(chain.token)).toEqual(['Chain', 'Chain North', 'Chain North Annex']);
    expect(await seenBy(north.token)).toEqual(['Chain North', 'Chain North Annex']);
    expect(await seenBy(world.token, { 'x-organization-id': chain.id })).toEqual([
      'Chain',
      'Chain North',
      'Chain North Annex',
    ]);

    for (const method of ['GET', 'PATCH', 'DELETE']) {
      for (const foreign of [rival.id, world.organizationId]) {
        const body = method === 'PATCH' ? { name: 'taken over' } : undefined;
        expect((await world.call(method, `/organizations/${foreign}`, { token: chain.token, body })).status).toBe(404);
      }
    }
    expect((await world.call('GET', `/organizations/${north.id}`, { token: chain.token })).body).toMatchObject({
      name: 'Chain North',
      parent_id: chain.id,
    });
  });
});

describe('an organization', () => {
  test('is made beneath the selected one, with its settings', async () => {
    const body = {
      name: 'Seaside',
      region: 'europe-west',
      time_zone: 'Europe/Lisbon',
      retention: { accounting_days: 90 },
    };
    const made = await world.call('POST', '/v1/organizations', { body });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/v1/organizations/${made.body.id}`);
    expect(made.body).toMatchObject({ ...body, parent_id: world.organizationId, disabled: 0 });
    const usual = { authentication_log_days: 90, guest_registration_days: 90 };
    const longer = { accounting_days: 180, provisioning_log_days: 400, audit_log_days: 400 };
    expect(made.body.retention_in_effect).toEqual({ ...usual, ...longer, accounting_days: 90 });
    const { body: changed } = await world.call('PATCH', `/organizations/${made.body.id}`, {
      body: { time_zone: 'Europe/Vienna', region: null, retention: {} },
    });
    expect(changed).toMatchObject({ name: 'Seaside', time_zone: 'Europe/Vienna', region: null, retention: {} });
    expect(changed.retention_in_effect).toEqual({ ...usual, ...longer });
    expect((await world.call('GET', `/organizations/${made.body.id}`)).body).toEqual(changed);
  });

  test.each([
    [{ name: 'x', parent_id: '0190a0a0-0000-7000-8000-000000000001' }, '#/parent_id'],
    [{ name: 'x', time_zone: 'Mars/Olympus' }, '#/time_zone'],
    [{ name: 'x', disabled: true }, '#/disabled'],
    [{ name: 'x', region: 'Europe West!' }, '#/region'],
    [{ name: 'x', retention: { accounting_days: 0 } }, '#/retention/accounting_days'],
    [{ name: 'x', retention: [] }, '#/retention'],
    [{ name: '   ' }, '#/name'],
  ])('%j is refused at %s', async (body, pointer) => {
    const answer = await world.call('POST', '/organizations', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });

  test('that is disabled refuses its keys and those below at once; the one above opens it again', async () => {
    const site = await world.organization('Winter closed');
    const annex = await world.organization('Winter closed annex', site.id);
    await world.call('PATCH', `/organizations/${site.id}`, { body: { disabled: 1 } });
    for (const { token } of [site, annex]) {
      const refused = await world.call('GET', '/roles', { token });
      expect([refused.status, refused.body.detail]).toEqual([403, 'The organization of this API key is disabled']);
    }
    expect((await world.call('PATCH', `/organizations/${site.id}`, { body: { disabled: 0 } })).status).toBe(200);
    expect((await world.call('GET', '/roles', { token: annex.token })).status).toBe(200);
    expect(
      (await world.call('PATCH', `/organizations/${site.id}`, { token: site.token, body: { disabled: 1 } })).status,
    ).toBe(409);
  });
});

describe('removing', () => {
  test('an organization that holds something is refused, and the refusal names what', async () => {
    const site = await world.organization('Full');
    await world.organization('Full annex', site.id);
    await world.call('POST', '/roles', { token: site.token, body: { name: 'porter', permissions: [] } });
    const refused = await world.call('DELETE', `/organizations/${site.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe('The organization is not empty: it holds 1 organizations, 1 api keys, 1 roles');
    expect(refused.body.contains).toEqual({ organizations: 1, api_keys: 1, roles: 1 });
  });

  test('an emptied one goes, with its revoked keys and what Usher kept of it', async () => {
    const { body } = await world.call('POST', '/organizations', { body: { name: 'Empty' } });
    const there = { 'x-organization-id': body.id };
    const key = await world.call('POST', '/keys', {
      body: { name: 'k', role_id: ownerRoleId },
      headers: { ...there, 'idempotency-key': 'once' },
    });
    await world.call('DELETE', `/keys/${key.body.id}`, { headers: there });
    expect((await world.call('DELETE', `/organizations/${body.id}`)).status).toBe(204);
    expect((await world.call('GET', `/organizations/${body.id}`)).status).toBe(404);
    expect((await world.call('GET', '/roles', { headers: there })).status).toBe(403);
  });
});
