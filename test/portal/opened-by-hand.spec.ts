import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arrivalOf, registeringWorld, type RegisteringWorld, stateIn } from './registering-world.js';

/** Only a gateway lets anybody in: who comes without one is told before she gives away anything. */
let around: RegisteringWorld;
beforeAll(async () => {
  around = await registeringWorld();
});
afterAll(async () => {
  await around?.close();
});

const joinFirst = 'Connect to the Wi-Fi first and open this page from there.';
const password = 'a good password';
const methods = ['username_password', 'self_registration', 'terms_only'];
const rowsOf = async (slug: string) => ({
  registrations: (await around.registrations(slug)).length,
  requests: (await around.world.sql('select id from portal_requests')).length,
  begun: (await around.world.sql('select id from guest_registrations')).length,
});

test('a page opened by hand says so, and keeps nothing of who fills it in all the same', async () => {
  await around.world.made(201, 'POST', '/users', { body: { username: 'eva', password } });
  const { slug } = await around.house({ methods });
  const before = await rowsOf(slug);
  for (const query of ['', '?lang=en', '?x=y']) {
    const { status, text } = await around.page(`/p/${slug}${query}`);
    expect([status, text]).toEqual([200, expect.stringContaining(joinFirst)]);
    const ways: Record<string, string>[] = [
      { by: 'username_password', username: 'eva', password },
      { by: 'self_registration', email: 'eva@example.com' },
      { by: 'terms_only' },
    ];
    for (const typed of ways) {
      const sent = await around.post(`/p/${slug}`, { state: stateIn(text), ...typed });
      expect([typed.by, sent.status, sent.text]).toEqual([typed.by, 422, expect.stringContaining(joinFirst)]);
    }
  }
  expect(await rowsOf(slug)).toEqual(before);
  expect((await around.page(`/p/${slug}?${arrivalOf(around.newMac())}`)).text).not.toContain(joinFirst);
});

test('nor is anything kept where what came leads to no gateway of the house', async () => {
  const { slug } = await around.house({ methods });
  const before = await rowsOf(slug);
  const { text } = await around.page(`/p/${slug}?${arrivalOf(around.newMac()).replace('10.1.0.1', 'evil.example')}`);
  const sent = await around.post(`/p/${slug}`, { state: stateIn(text), by: 'terms_only' });
  expect([sent.status, sent.text]).toEqual([503, expect.stringContaining('cannot let anybody in right now')]);
  expect(await rowsOf(slug)).toEqual(before);
});
