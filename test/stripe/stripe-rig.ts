import { stripe } from '../../src/connectors/billing/stripe/stripe.connector.js';
import { stripeLimit } from '../../src/connectors/billing/stripe/stripe.client.js';
import { changeOfSession, changeOfSubscription } from '../../src/connectors/billing/stripe/stripe.mapping.js';
import type { StripeCheckoutSession, StripeSubscription } from '../../src/connectors/billing/stripe/stripe.wire.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector } from '../../src/provisioning/connector/connector.js';
import {
  outsideOf,
  polled,
  posted,
  readOften,
  type RestOutside,
  restRig,
  storedMessage,
} from '../connector-contract/rest-rig.js';
import type { Recording, SettingValues } from '../connector-contract/rig.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { StripeSimulator, stripeSignatureHeader } from '../simulators/stripe/stripe-simulator.js';

export const webhookSecret = 'whsec_0123456789abcdef';
export const previousSecret = 'whsec_fedcba9876543210';

export interface StripeOutside extends RestOutside<StripeSimulator> {
  readonly clock: ManualClock;
}

/** A shop on a socket and the settings that reach it; connector and shop share one clock. */
export async function outside(settings: SettingValues = {}): Promise<StripeOutside> {
  const clock = new ManualClock();
  const simulator = await StripeSimulator.start({ clock });
  return outsideOf(
    simulator,
    { base_url: simulator.url, api_key: simulator.apiKey, webhook_secret: webhookSecret, ...settings },
    { clock },
  );
}

/** `count` memberships, the first a pass, the others subscriptions. */
function fill({ shop }: StripeSimulator, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0
      ? shop.sellPass({ email: 'pass@example.com' })
      : shop.subscribe({ email: `member${index}@example.com` }),
  );
}

async function changedSince(count: number) {
  const world = await outside();
  const { shop } = world.simulator;
  const keys = Array.from({ length: count }, (_, index) => shop.subscribe({ email: `member${index}@example.com` }));
  shop.subscribe({ email: 'quiet@example.com' });
  await world.clock.advance(3600);
  const since = { since: world.clock.instant() };
  await world.clock.advance(60);
  for (const id of keys) shop.cancelAtPeriodEnd(id);
  return { ...world, since, keys };
}

const signedAt = Date.parse('2026-05-14T13:00:00.000Z') / 1000;

function hook(
  body: unknown,
  { secrets = [webhookSecret], seconds = signedAt }: { secrets?: readonly string[]; seconds?: number } = {},
) {
  return posted(body, { 'stripe-signature': stripeSignatureHeader(JSON.stringify(body), secrets, seconds) });
}

const event = (type: string, object: object) => ({
  id: 'evt_1TWifi0003',
  object: 'event',
  created: 1795165000,
  type,
  data: { object },
});
const updated = event('customer.subscription.updated', { id: 'sub_1', object: 'subscription', status: 'active' });

/** A recording is an event, or a subscription or a session as it was read. */
function meaningOf(
  {
    event: message,
    subscription,
    session,
    rules = { pass_hours: 24 },
    readAt = '2026-11-20T09:00:00.000Z',
  }: Recording & { rules?: { pass_hours: number; plans?: string[] }; readAt?: string },
  connector: Connector,
): readonly Change[] {
  if (message) return connector.receives!.interpret(storedMessage(message, '2026-11-20T09:00:00.000Z'));
  if (subscription) return [changeOfSubscription(subscription as StripeSubscription, rules)];
  return [changeOfSession(session as StripeCheckoutSession, rules, readAt)].filter((change) => change !== null);
}

const valid = {
  api_key: 'rk_test_0123456789abcdef',
  webhook_secret: webhookSecret,
  previous_webhook_secret: previousSecret,
};

export const stripeRig = restRig<StripeOutside>({
  outside,
  fill: ({ simulator }, count) => fill(simulator, count),
  settings: {
    valid,
    invalid: {
      base_url: 'api.stripe.com/',
      api_key: 'pk_live_public',
      webhook_secret: 'secret',
      previous_webhook_secret: 'whsec',
      sells: 'books',
      plans: 'all',
      pass_hours: 0,
    },
  },
  strangers: { api_key: 'rk_test_somebody_elses' },
  withdraw: ({ simulator }, right) =>
    simulator.withdrawn.add(stripe.rights!.find(({ name }) => name === right)!.tried.replace('GET ', '')),
  recordings: {
    folder: new URL('../../src/connectors/billing/stripe/recordings/', import.meta.url),
    changes: meaningOf,
  },
  receives: {
    settings: valid,
    genuine: () => [
      hook(updated),
      hook(updated, { secrets: [previousSecret] }),
      hook(updated, { secrets: ['whsec_rolled_away', webhookSecret] }),
      hook(updated, { seconds: signedAt - 299 }),
    ],
    ofAnother: () => [hook({ ...updated, account: 'acct_1Connected' })],
    forged: () => [
      hook(updated, { secrets: ['whsec_somebody_elses'] }),
      hook(updated, { seconds: signedAt - 301 }),
      hook(updated, { seconds: signedAt + 301 }),
      { ...hook(updated), headers: {} },
      { ...hook(updated), body: Buffer.from('{"not json') },
      { ...hook(updated), headers: { 'stripe-signature': 't=,v1=' } },
    ],
    unknown: () => hook(event('entitlements.active_entitlement_summary.updated', { customer: 'cus_1' })),
  },
  polls: { start: changedSince, many: 120 },
  snapshots: { many: 110 },
  reads: ({ simulator }) => {
    const { shop } = simulator;
    const [pass, one, other] = fill(simulator, 3);
    const refunded = shop.sellPass({ email: 'refunded@example.com' });
    return {
      keys: [pass, one, other, refunded],
      existing: [
        { of: 'record', key: pass },
        { of: 'record', key: one },
        { of: 'guest', key: shop.subscriptions.get(other)!.customer },
        { of: 'parent', key: `payment/${shop.sessions.get(refunded)!.payment_intent}` },
      ],
      missing: [
        { of: 'record', key: 'sub_none' },
        { of: 'record', key: 'cs_none' },
        { of: 'guest', key: 'cus_none' },
        { of: 'parent', key: 'payment/pi_none' },
      ],
    };
  },
  errors: { call: polled({ since: '2026-05-14T12:00:00.000Z' }) },
  limit: stripeLimit,
  busy: readOften(25, (index) => ({ of: 'record', key: `sub_none${index}` })),
});
