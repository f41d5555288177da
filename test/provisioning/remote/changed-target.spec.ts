import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { RemoteConsoleSimulator } from '../../simulators/remote-console/remote-console-simulator.js';

const ownerRoleId = '00000000-0000-7000-8000-000000000101';

/** Two services, the second the console of the first. */
let world: UsherWorld;
let console: UsherWorld;
beforeAll(async () => {
  world = await usherWorld();
  console = await usherWorld();
});
afterAll(async () => {
  await world.close();
  await console.close();
});

async function connectionTo(target: object): Promise<string> {
  const body = {
    name: 'Front desk',
    connector: 'csv',
    settings: { time_zone: 'Europe/Vienna' },
    target: { console: 'remote', ...target },
  };
  return (await world.made(201, 'POST', '/connections', { body })).id as string;
}

/** What `POST /connections/{id}/test` says of the console. */
async function consoleOf(id: string): Promise<{ ok: boolean; detail: string }> {
  const { checks } = (await world.made(200, 'POST', `/connections/${id}/test`)) as {
    checks: { name: string; ok: boolean; detail: string }[];
  };
  const found = checks.find(({ name }) => name === 'console');
  if (!found) throw new Error('The console was not looked at');
  return found;
}

const keyAtConsole = (name: string) =>
  console.made(201, 'POST', '/keys', { body: { name, role_id: ownerRoleId } }) as Promise<{
    id: string;
    token: string;
  }>;

test('a key that is changed at the console, and then in the connection, is used from the next call on', async () => {
  const [first, second] = [await keyAtConsole('first'), await keyAtConsole('second')];
  const base_url = `http://127.0.0.1:${console.port}`;
  const id = await connectionTo({ base_url, token: first.token });
  expect(await consoleOf(id)).toMatchObject({ ok: true });

  await console.made(204, 'DELETE', `/keys/${first.id}`);
  expect(await consoleOf(id)).toMatchObject({ ok: false, detail: expect.stringContaining('does not accept the key') });

  await world.made(200, 'PATCH', `/connections/${id}`, {
    body: { target: { console: 'remote', base_url, token: second.token } },
  });
  expect(await consoleOf(id)).toMatchObject({ ok: true });
});

test('a key that is wrong is found out, though the one before it was right', async () => {
  const { token } = await keyAtConsole('right');
  const base_url = `http://127.0.0.1:${console.port}`;
  const id = await connectionTo({ base_url, token });
  expect(await consoleOf(id)).toMatchObject({ ok: true });
  await world.made(200, 'PATCH', `/connections/${id}`, {
    body: { target: { console: 'remote', base_url, token: `${token}x` } },
  });
  expect(await consoleOf(id)).toMatchObject({ ok: false });
});

test('how the organization is named is changed with the connection, too', async () => {
  const simulator = await RemoteConsoleSimulator.start({ mode: 'extended' });
  try {
    const target = { base_url: simulator.address, token: simulator.token, organization_id: 'org-1' };
    const id = await connectionTo(target);
    await consoleOf(id);
    await world.made(200, 'PATCH', `/connections/${id}`, {
      body: { target: { console: 'remote', ...target, organization_style: 'path' } },
    });
    await consoleOf(id);
    // Saving asks the console, too.
    const named = simulator.seen.map(({ headers }) => headers['x-organization-id']);
    expect([...new Set(named)]).toEqual(['org-1', undefined]);
    expect(named.lastIndexOf('org-1')).toBeLessThan(named.indexOf(undefined));
  } finally {
    await simulator.close();
  }
});
