import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arrivalOf, registeringWorld, type RegisteringWorld, stateIn } from './registering-world.js';

let around: RegisteringWorld;
let policy: string;
beforeAll(async () => {
  around = await registeringWorld();
  const body = { name: 'Closed', effect: 'deny', enabled: 0 };
  ({ id: policy } = await around.world.made(201, 'POST', '/policies', { body }));
});
afterAll(async () => {
  await around?.close();
});

const byMail = { fields: [{ name: 'email' }], duration: 7200 };
const bySms = { confirmation: { by: 'sms', countries: ['+43'] }, duration: 7200 };
const refused = 'This access cannot be used at the moment.';
const closed = (enabled: 0 | 1) => around.world.made(200, 'PATCH', `/policies/${policy}`, { body: { enabled } });
const users = async () => (await around.world.made(200, 'GET', '/users')).total_items as number;

test('while a policy admits nobody, who registers is told so, and nothing is written', async () => {
  const { slug } = await around.house(byMail);
  const before = await users();
  await closed(1);
  const sent = await around.asks(slug, 'self_registration', { email: 'eva@example.com' });
  await closed(0);
  expect([sent.status, sent.text]).toEqual([422, expect.stringContaining(refused)]);
  expect([await around.registrations(slug), await users()]).toEqual([[], before]);
});

test('a code that comes while a policy admits nobody lets nobody in, and does once it admits again', async () => {
  const { slug } = await around.house(bySms);
  const mac = around.newMac();
  const first = await around.page(`/p/${slug}?${arrivalOf(mac)}`);
  const form = { state: stateIn(first.text), by: 'self_registration', phone: '0660 1234599' };
  const asked = await around.post(`/p/${slug}`, form);
  const address = String(asked.headers.location);
  const page = await around.page(address);
  await around.sent();
  const typed = { state: stateIn(page.text), code: around.lastCode() };
  await closed(1);
  const denied = await around.post(`/p/${slug}/code`, typed);
  await closed(0);
  expect([denied.status, denied.text]).toEqual([422, expect.stringContaining(refused)]);
  expect(await around.registrations(slug)).toEqual([]);

  const login = expect.stringContaining('http://10.1.0.1:3990/logon');
  const right = await around.post(`/p/${slug}/code`, typed);
  expect([right.status, right.headers.location]).toEqual([303, login]);
  // Back to the form of a code that is used up.
  const again = await around.page(address);
  expect([again.status, again.headers.location]).toEqual([303, login]);
  const [{ id }] = (await around.world.made(200, 'GET', `/registrations?filter[phone]=%2B436601234599`))._embedded
    .registrations;
  await around.world.made(204, 'DELETE', `/registrations/${id}`);
  const over = await around.page(address);
  expect([over.status, over.text]).toEqual([200, expect.stringContaining('You are not signed in')]);
});
