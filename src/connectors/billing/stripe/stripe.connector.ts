import { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type {
  Check,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Right,
} from '../../../provisioning/connector/connector.js';
import { StripeClient } from './stripe.client.js';
import { StripePolls } from './stripe.polls.js';
import { StripeReader } from './stripe.reader.js';
import { StripeSettings } from './stripe.settings.js';
import { StripeSnapshots } from './stripe.snapshots.js';
import { StripeWebhooks } from './stripe.webhooks.js';

/** `of`: needed only where these are sold. */
const lists: readonly {
  readonly name: string;
  readonly path: string;
  readonly right: string;
  readonly of?: 'subscriptions' | 'passes';
}[] = [
  { name: 'events', path: '/v1/events', right: 'Events' },
  { name: 'customers', path: '/v1/customers', right: 'Customers' },
  { name: 'subscriptions', path: '/v1/subscriptions', right: 'Subscriptions', of: 'subscriptions' },
  { name: 'checkout_sessions', path: '/v1/checkout/sessions', right: 'Checkout Sessions', of: 'passes' },
  { name: 'payment_intents', path: '/v1/payment_intents', right: 'PaymentIntents', of: 'passes' },
  { name: 'charges', path: '/v1/charges', right: 'Charges', of: 'passes' },
];
const stripeRights: readonly Right[] = lists.map(({ name, path, right }) => ({
  name,
  tried: `GET ${path}`,
  remedy: `Stripe Dashboard > Developers > API keys > the restricted key > Edit: Read for ${right}`,
}));

/** People who pay have Wi-Fi: subscriptions, and passes sold in Checkout. */
export const stripe: ConnectorDefinition<StripeSettings> = {
  key: 'stripe',
  name: 'Stripe',
  family: 'billing',
  factKind: 'membership',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: StripeSettings,
  preset: 'membership',
  rights: stripeRights,
  schedule: { full: '23 * * * *', incremental: '*/5 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    '1. In the Stripe Dashboard open *Developers > API keys > Create restricted key*. Give it **Read** for ' +
      'Customers, Subscriptions, Checkout Sessions, PaymentIntents, Charges and Events, nothing else.',
    '2. Make the connection with the key (`rk_live_…`) and test it.',
    '3. Open *Developers > Webhooks > Add destination*: events from your account, payload style **Snapshot**, ' +
      'the events that the README names, and the address `/hooks/{connection id}`. Copy its **Signing secret** ' +
      '(`whsec_…`) into the connection.',
    '4. Name plans: put `wifi_plan` into the metadata of a subscription, a price, or a Checkout Session; it ' +
      'becomes the group of the account.',
  ].join('\n'),
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<StripeSettings>): Connector {
  const { settings, clock } = session;
  const client = new StripeClient(session);
  const reader = new StripeReader(client, settings, clock);
  return {
    test: (signal) => test(client, settings, signal),
    receives: new StripeWebhooks(settings, clock),
    polls: new StripePolls(client, settings.sells, clock),
    snapshots: new StripeSnapshots(client, reader, settings, clock),
    reads: reader,
  };
}

/**
 * Tries every list alone: a restricted key may lack the right to one of them, even to one that is only read beside
 * another.
 */
async function test(
  client: StripeClient,
  { base_url: base, api_key: key, sells, webhook_secret: secret }: StripeSettings,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const remedy = 'Stripe Dashboard > Developers > API keys: give a restricted key that is neither expired nor deleted';
  const tried = new ConnectionTest({ address: base, rights: stripeRights, credentialsRemedy: remedy });
  for (const { name, path, of } of lists) {
    if (of === undefined || sells === 'both' || sells === of)
      await tried.right(
        name,
        () => client.page({ path, expand: [] }, [], null, signal),
        () => 'It may be read',
      );
  }
  tried.add({
    name: 'mode',
    ok: true,
    detail: key.includes('_test_') ? 'A key of a sandbox: nobody really pays' : 'A live key',
  });
  tried.add({
    name: 'webhooks',
    ok: true,
    detail: secret ? 'Signed with the signing secret' : 'None: changes are found by polls',
  });
  return tried.checks;
}
