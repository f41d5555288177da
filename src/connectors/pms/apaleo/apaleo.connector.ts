import type { Check, Connector, ConnectorDefinition, ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { ApaleoClient } from './apaleo.client.js';
import { ApaleoPolls } from './apaleo.polls.js';
import { ApaleoReader } from './apaleo.reader.js';
import { ApaleoSettings } from './apaleo.settings.js';
import { ApaleoSnapshots } from './apaleo.snapshots.js';
import { ApaleoWebhooks } from './apaleo.webhooks.js';

/** Apaleo names reservations by webhook, and tells everything else when asked. */
export const apaleo: ConnectorDefinition<ApaleoSettings> = {
  key: 'apaleo',
  name: 'apaleo',
  family: 'pms',
  factKind: 'stay',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: ApaleoSettings,
  preset: 'hotel',
  // Webhooks come within a minute; how often a failed one is sent again is not published, so polls stand behind them.
  schedule: { full: '*/30 * * * *', incremental: '*/2 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: `1. In apaleo open *Apps > Connected apps > Add a new app > Add custom app*. Give it the scopes \`reservations.read\` and \`setup.read\`; keep **Client ID** and **Client secret**.
2. Make the connection with both and the id of the property, and test it.
3. Optional, for changes within a minute instead of two: subscribe webhooks. \`POST https://webhook.apaleo.com/v1/subscriptions\` with the address
   \`/hooks/{connection id}/{webhook token}\`, the events \`reservation/*\` and \`unit/changed\`, and \`propertyIds\` with this property. Apaleo checks the address at once, so the connection must exist first.`,
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<ApaleoSettings>): Connector {
  const { settings, clock } = session;
  const client = new ApaleoClient(session);
  const reader = new ApaleoReader(client, settings, clock);
  return {
    test: (signal) => test(client, settings, signal),
    receives: new ApaleoWebhooks(settings),
    polls: new ApaleoPolls(client, reader, clock),
    snapshots: new ApaleoSnapshots(client, reader, clock, settings.expected_days),
    reads: reader,
  };
}

async function test(client: ApaleoClient, settings: ApaleoSettings, signal: AbortSignal): Promise<readonly Check[]> {
  const checks: Check[] = [];
  try {
    const { id, timeZone } = await client.property(signal);
    checks.push({ name: 'reachable', ok: true, detail: settings.base_url }, { name: 'credentials', ok: true, detail: `property ${id}, ${timeZone}` });
    const { count } = await client.page({ status: 'InHouse', sort: 'id:asc' }, 1, signal);
    checks.push({ name: 'reservations', ok: true, detail: `${count} in house` });
    checks.push({ name: 'webhooks', ok: true, detail: settings.webhook_token ? 'The address ends in the webhook token' : 'None: changes are found by polls' });
    return checks;
  } catch (error) {
    return [...checks, failed(error, checks.length > 0)];
  }
}

function failed(error: unknown, isConnected: boolean): Check {
  const detail = error instanceof ConnectorProblem ? error.message : 'The check was given up';
  if (isConnected) return { name: 'reservations', ok: false, detail };
  const code = error instanceof ConnectorProblem ? error.code : 'unreachable';
  return { name: code === 'credentials_refused' ? 'credentials' : code === 'settings_invalid' ? 'settings' : 'reachable', ok: false, detail };
}
