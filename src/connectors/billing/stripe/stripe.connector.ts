import type { Right } from '../../../provisioning/connector/connector.js';
import { defineConnector } from '../../../provisioning/connector/define-connector.js';
import { StripeClient } from './stripe.client.js';
import { stripeChanges } from './stripe.polls.js';
import { StripeReader } from './stripe.reader.js';
import { StripeSettings } from './stripe.settings.js';
import { stripeList } from './stripe.snapshots.js';
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
export const stripe = defineConnector({
  key: 'stripe',
  name: 'Stripe',
  family: 'billing',
  factKind: 'membership',
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
  api: (session) => {
    const client = new StripeClient(session);
    return { client, reader: new StripeReader(client, session.settings, session.clock) };
  },
  tested: {
    address: ({ base_url: base }) => base,
    credentialsRemedy:
      'Stripe Dashboard > Developers > API keys: give a restricted key that is neither expired nor deleted',
    /**
     * Each list alone: a restricted key may lack the right to one of them, even to one that is only read beside
     * another.
     */
    rights: async (tried, { api, settings: { sells, api_key: key } }, signal) => {
      for (const { name, path, of } of lists)
        if (of === undefined || sells === 'both' || sells === of)
          await tried.right(
            name,
            () => api.client.page({ path, expand: [] }, [], null, signal),
            () => 'It may be read',
          );
      const detail = key.includes('_test_') ? 'A key of a sandbox: nobody really pays' : 'A live key';
      tried.add({ name: 'mode', ok: true, detail });
    },
    webhooks: ({ webhook_secret: secret }) => secret && 'Signed with the signing secret',
  },
  list: stripeList,
  changes: stripeChanges,
  reads: ({ api }) => api.reader,
  receives: ({ settings, clock }) => new StripeWebhooks(settings, clock),
});
