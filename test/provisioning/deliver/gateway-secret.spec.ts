import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest } from '../reconcile/rig.js';
import { type DeliveryRig, makeDeliveryRig } from './delivery-rig.js';
import { SmsGatewayServer } from './sms-gateway.js';

let fresh: FreshDatabase;
let gateway: SmsGatewayServer;
let rig: DeliveryRig;
let context: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
  gateway = await SmsGatewayServer.listening();
});
afterAll(async () => {
  await gateway.close();
  await fresh.close();
});
beforeEach(async () => {
  rig = makeDeliveryRig(fresh);
  context = await fresh.organization('Hotel Lindenhof');
});

const json = () => ({
  url: `${gateway.url}/v1/{{ to }}`,
  method: 'POST',
  headers: { authorization: 'Bearer {{ secret }}' },
  json: { to: '{{ to }}', body: '{{ text }}' },
});

async function checkIn(): Promise<void> {
  const access = { preset: 'hotel-enterprise', password: 'generate', deliver: [{ via: 'sms' }] };
  const desk = await rig.connection(context, access, { connector: 'desk' });
  await rig.say(context, desk, { G1: guest('Nováková', '101', { phone: '+43 664 1234567' }) });
  await rig.settleAll(context);
}

test('a gateway that is taken away takes its secret along: the next one does not get it', async () => {
  await rig.settings.change(context, context.organizationId, { sms: json(), secrets: { sms: 'key' } });
  expect((await rig.settings.change(context, context.organizationId, { sms: null })).secrets).toEqual({});
  await rig.settings.change(context, context.organizationId, { sms: json() });
  await checkIn();
  await rig.deliver();
  expect(gateway.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer']);
});

test('a secret without a gateway is refused: whoever names the gateway later would have it', async () => {
  const alone = rig.settings.change(context, context.organizationId, { secrets: { sms: 'key' } });
  await expect(alone).rejects.toMatchObject({ kind: 'invalid', errors: [{ pointer: '#/secrets/sms' }] });
  const beside = rig.settings.change(context, context.organizationId, { sms: null, secrets: { sms: 'key' } });
  await expect(beside).rejects.toMatchObject({ kind: 'invalid', errors: [{ pointer: '#/secrets/sms' }] });
});

test.each([
  ['another host', { url: 'http://other.example.com/v1/{{ to }}' }],
  ['another port', { url: 'http://127.0.0.1:1/v1/{{ to }}' }],
  ['another scheme', { url: 'https://127.0.0.1/v1/{{ to }}' }],
  ['the text of the message', { json: { to: '{{ to }}', text: '{{ text }} {{ secret }}' } }],
  ['a form', { json: undefined, form: { to: '{{ to }}', text: '{% assign mine = secret %}{{ mine }}' } }],
  ['another header', { headers: { authorization: 'Bearer {{ secret }}', 'x-copy': '{{ secret }}' } }],
  ['the address', { url: 'http://127.0.0.1/v1/{{ secret }}' }],
])('the stored secret does not go to %s unless it is given again, or taken away', async (_place, change) => {
  const sms = { ...json(), url: 'http://127.0.0.1/v1/{{ to }}' };
  await rig.settings.change(context, context.organizationId, { sms, secrets: { sms: 'key' } });
  const moved = { sms: JSON.parse(JSON.stringify({ ...sms, ...change })) as object };
  await expect(rig.settings.change(context, context.organizationId, moved)).rejects.toMatchObject({
    kind: 'invalid',
    errors: [{ pointer: '#/secrets/sms' }],
  });
  expect(
    (await rig.settings.change(context, context.organizationId, { ...moved, secrets: { sms: null } })).secrets,
  ).toEqual({});
  await rig.settings.change(context, context.organizationId, { sms, secrets: { sms: 'key' } });
  expect(
    (await rig.settings.change(context, context.organizationId, { ...moved, secrets: { sms: 'new' } })).secrets,
  ).toEqual({ sms: 'new' });
});

test('another path, text or country code of the same gateway keeps its secret', async () => {
  await rig.settings.change(context, context.organizationId, { sms: json(), secrets: { sms: 'key' } });
  const changed = { ...json(), url: `${gateway.url}/v2/{{ to }}`, json: { body: '{{ text }}' }, country_code: '44' };
  expect((await rig.settings.change(context, context.organizationId, { sms: changed })).secrets).toEqual({
    sms: 'key',
  });
});
