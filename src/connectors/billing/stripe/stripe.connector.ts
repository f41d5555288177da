import type { Check, Connector, ConnectorDefinition, ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { events, sessions, StripeClient, subscriptions } from './stripe.client.js';
import { StripePolls } from './stripe.polls.js';
import { StripeReader } from './stripe.reader.js';
import { StripeSettings } from './stripe.settings.js';
import { StripeSnapshots } from './stripe.snapshots.js';
import { StripeWebhooks } from './stripe.webhooks.js';

/** Whoever pays has Wi-Fi: subscriptions, and passes sold in Checkout. */
export const stripe: ConnectorDefinition<StripeSettings> = {
  key: 'stripe',
  name: 'Stripe',
  family: 'billing',
  factKind: 'membership',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: StripeSettings,
  preset: 'membership',
  schedule: { full: '23 * * * *', incremental: '*/5 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: `1. In the Stripe Dashboard open *Developers > API keys > Create restricted key*. Give it **Read** for Customers, Subscriptions, Checkout Sessions, PaymentIntents, Charges and Events, nothing else.
2. Make the connection with the key (\`rk_live_…\`) and test it.
3. Open *Developers > Webhooks > Add destination*: events from your account, payload style **Snapshot**, the events that the README names, and the address \`/hooks/{connection id}\`.
   Copy its **Signing secret** (\`whsec_…\`) into the connection.
4. Name plans: put \`wifi_plan\` into the metadata of a subscription, a price, or a Checkout Session; it becomes the group of the account.`,
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

/** Every list that is needed is asked for once: a restricted key may lack the right to one of them. */
async function test(client: StripeClient, { base_url: base, api_key: key, sells, webhook_secret: secret }: StripeSettings, signal: AbortSignal): Promise<readonly Check[]> {
  const checks: Check[] = [];
  try {
    await client.page(events, [], null, signal);
    checks.push({ name: 'reachable', ok: true, detail: base }, { name: 'credentials', ok: true, detail: key.includes('_test_') ? 'A key of a sandbox: nobody really pays' : 'A live key' });
    if (sells !== 'passes') await client.page(subscriptions, [], null, signal);
    if (sells !== 'subscriptions') await client.page(sessions, [], null, signal);
    checks.push({ name: 'rights', ok: true, detail: `May read ${sells === 'both' ? 'subscriptions and passes' : sells}` });
    checks.push({ name: 'webhooks', ok: true, detail: secret ? 'Signed with the signing secret' : 'None: changes are found by polls' });
    return checks;
  } catch (error) {
    return [...checks, failed(error, checks.length > 0)];
  }
}

function failed(error: unknown, isConnected: boolean): Check {
  const detail = error instanceof ConnectorProblem ? error.message : 'The check was given up';
  if (isConnected) return { name: 'rights', ok: false, detail };
  return { name: error instanceof ConnectorProblem && error.code === 'credentials_refused' ? 'credentials' : 'reachable', ok: false, detail };
}
