import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Absorber } from '../../src/provisioning/intake/absorb/absorber.js';
import { registeringWorld, type RegisteringWorld } from './registering-world.js';

let around: RegisteringWorld;
let absorber: Absorber;
beforeAll(async () => {
  around = await registeringWorld();
  absorber = around.world.app.get(Absorber, { strict: false });
  absorber.start();
});
afterAll(async () => {
  await absorber?.stop();
  await around?.close();
});

/** A directory writes a person, and again as somebody who has left. */
async function directory() {
  const body = { name: 'Directory', connector: 'scim' };
  const { token } = (await around.world.made(201, 'POST', '/connections', { body })) as { token: string };
  const write = async (method: string, path: string, user: object) => {
    const answer = await fetch(`http://127.0.0.1:${around.world.port}/scim/v2/Users${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], ...user }),
    });
    await absorber.sweep();
    return (await answer.json()) as { id: string };
  };
  return { write };
}

const standings = (email: string) =>
  around.world.sql<{ standing: number }>(`select standing from subjects where facts ->> 'email' = $1`, [email]);

test('a host who has left approves nobody: the link is over, and cannot be asked for again', async () => {
  const { write } = await directory();
  const host = 'leaver@example.com';
  const person = {
    userName: host,
    externalId: 'e1',
    emails: [{ value: host, primary: true }],
    name: { familyName: 'L' },
  };
  const { id } = await write('POST', '', { ...person, active: true });
  const fields = { methods: ['approval'], approval: { domains: ['example.com'] }, duration: 7200 };
  const { slug } = await around.house(fields);
  const guest = { first_name: 'Eva', last_name: 'Berg', host };
  expect((await around.asks(slug, 'approval', guest)).status).toBe(200);
  await around.sent();
  const link = around.lastLink();
  expect((await around.page(link)).text).toContain('Eva Berg asks to use the Wi-Fi');

  await write('PUT', `/${id}`, { ...person, active: false });
  for (let look = 0; look < 100 && (await standings(host))[0]?.standing !== 4; look += 1) await absorber.sweep();
  expect(await standings(host)).toEqual([{ standing: 4 }]);
  expect((await around.page(link)).status).toBe(410);
  expect((await around.post(link, { answer: 'approve' })).status).toBe(410);
  expect(await around.registrations(slug)).toEqual([]);
  expect((await around.asks(slug, 'approval', guest)).status).toBe(422);
});
