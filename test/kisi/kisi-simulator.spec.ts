import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { KisiSimulator, kisiSignatureHeader } from '../simulators/kisi/kisi-simulator.js';

let simulator: KisiSimulator;

beforeEach(async () => {
  simulator = await KisiSimulator.start({ clock: new ManualClock() });
});

afterEach(() => simulator.stop());

async function ask(
  path: string,
  key = simulator.apiKey,
): Promise<{ status: number; range: string | null; body: unknown }> {
  const answer = await fetch(`${simulator.url}${path}`, { headers: { authorization: `KISI-LOGIN ${key}` } });
  return { status: answer.status, range: answer.headers.get('x-collection-range'), body: await answer.json() };
}

test('members come by offset, a hundred at most, with the whole count in a header', async () => {
  for (const name of ['Ada', 'Grace', 'Edith'])
    simulator.building.invite(name, `${name}@example.com`, name === 'Edith' ? 502 : 501);
  expect(await ask('/members?limit=2&offset=0')).toMatchObject({
    status: 200,
    range: '0-1/3',
    body: [{ name: 'Ada' }, { name: 'Grace' }],
  });
  expect(await ask('/members?limit=2&offset=2')).toMatchObject({
    status: 200,
    range: '2-2/3',
    body: [{ name: 'Edith', user: { email: 'Edith@example.com' } }],
  });
  expect(await ask('/members?place_id=502')).toMatchObject({ range: '0-0/1', body: [{ name: 'Edith' }] });
  expect((await ask('/members?limit=101')).status).toBe(422);
  expect((await ask('/members?offset=20001')).status).toBe(422);
  expect((await ask('/members/1')).status).toBe(404);
  expect((await ask('/members', 'somebody-elses')).status).toBe(401);
});

test('a door stays shut for those whose switches are off, and says so', () => {
  const { building } = simulator;
  const opened: boolean[] = [];
  building.onEvent(({ type, success }) => {
    if (type === 'lock.unlock') opened.push(success);
  });
  const ada = building.invite('Ada', 'ada@example.com');
  building.unlock(ada);
  building.change(ada, { scim_access_enabled: false });
  building.unlock(ada);
  expect(opened).toEqual([true, false]);
});

test('ten messages that nobody took switch the webhook off', async () => {
  const { building } = simulator;
  const posting = simulator.postTo(
    { url: 'http://127.0.0.1:9/', attempts: 1, lagMilliseconds: 60_000 },
    { key: 'a-key' },
  );
  for (let count = 0; count < 10; count += 1) building.exit();
  await posting.flush();
  building.exit();
  expect(simulator.webhooks[0].disabled_due_to_error).toBe(true);
  expect(posting.sent).toHaveLength(10);
});

test('the signature is that of the recorded vector', () => {
  expect(kisiSignatureHeader('{"type":"lock.unlock"}', 'kisi_signature_key')).toBe(
    'sha256=c461bb5b5e5d439dcdbdf1ef18e91ae8915b63baaa282a5ddaced117841a2e16',
  );
});
