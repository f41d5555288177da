import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { eventually } from '../../kernel/manual-clock.js';
import { guest } from '../reconcile/rig.js';
import { type DeliveryRig, makeDeliveryRig } from './delivery-rig.js';
import { SmsGatewayServer } from './sms-gateway.js';

/** On their way at once for one organization. */
const slots = 10;

let fresh: FreshDatabase;
let stalled: SmsGatewayServer;
let well: SmsGatewayServer;
let rig: DeliveryRig;
beforeAll(async () => {
  fresh = await freshDatabase();
  stalled = await SmsGatewayServer.listening();
  well = await SmsGatewayServer.listening();
  rig = makeDeliveryRig(fresh);
});
afterAll(async () => {
  await stalled?.close();
  await well?.close();
  await fresh?.close();
});

/** A hotel of its own gateway, in which guests check in. */
async function hotelWith(gateway: SmsGatewayServer, guests: number): Promise<Context> {
  const context = await fresh.organization(`Hotel at ${gateway.url}`);
  const sms = { url: gateway.url, method: 'POST', json: { to: '{{ to }}', body: '{{ text }}' } };
  await rig.settings.change(context, context.organizationId, { sms });
  const access = { preset: 'hotel-enterprise', password: 'generate', deliver: [{ via: 'sms' }] };
  const desk = await rig.connection(context, access, { connector: 'desk' });
  const numbers = Array.from({ length: guests }, (_, index) => 100 + index);
  const said = numbers.map((room) => [`G${room}`, guest('Nováková', `${room}`, { phone: `+43 664 1234${room}` })]);
  await rig.say(context, desk, Object.fromEntries(said));
  await rig.settleAll(context);
  return context;
}

test("one organization's gateway that hangs keeps no other organization's messages back", async () => {
  stalled.isHolding = true;
  await hotelWith(stalled, slots + 5);
  const sender = rig.sender();
  await sender.round();
  await eventually('as many hang as are sent at once', () => stalled.received.length === slots);
  const context = await hotelWith(well, 2);
  await sender.round();
  await eventually('the others are told', () => well.received.length === 2);
  await eventually('that is noted', async () =>
    (await rig.deliveries(context)).every(({ status }) => status === 'delivered'),
  );
  expect(stalled.received).toHaveLength(slots);
  await stalled.close();
  await sender.settled();
});

test('messages go out when they are queued, those without a slot once one is free, without a sweep', async () => {
  const gateway = await SmsGatewayServer.listening();
  const sender = rig.sender();
  sender.start();
  try {
    await eventually('it has nothing to do', () => rig.clock.isAwaited);
    await hotelWith(gateway, 2 * slots + 5);
    await eventually('all are told', () => gateway.received.length === 2 * slots + 5);
  } finally {
    await sender.stop();
    await gateway.close();
  }
});
