import { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type {
  Check,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Right,
} from '../../../provisioning/connector/connector.js';
import { ApaleoClient } from './apaleo.client.js';
import { ApaleoPolls } from './apaleo.polls.js';
import { ApaleoReader } from './apaleo.reader.js';
import { ApaleoSettings } from './apaleo.settings.js';
import { ApaleoSnapshots } from './apaleo.snapshots.js';
import { ApaleoWebhooks } from './apaleo.webhooks.js';

const scope = (name: string) => `apaleo > Apps > Connected apps > the app: add the scope ${name}`;
const apaleoRights: readonly Right[] = [
  { name: 'property', tried: 'GET /inventory/v1/properties/{id}', remedy: scope('setup.read') },
  { name: 'reservations', tried: 'GET /booking/v1/reservations', remedy: scope('reservations.read') },
];

/** Apaleo names reservations by webhook; everything else is read. */
export const apaleo: ConnectorDefinition<ApaleoSettings> = {
  key: 'apaleo',
  name: 'apaleo',
  family: 'pms',
  factKind: 'stay',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: ApaleoSettings,
  preset: 'hotel',
  rights: apaleoRights,
  // Webhooks come within a minute. How often a failed one is repeated is not published, so polls back them up.
  schedule: { full: '*/30 * * * *', incremental: '*/2 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    '1. In apaleo open *Apps > Connected apps > Add a new app > Add custom app*. Give it the scopes ' +
      '`reservations.read` and `setup.read`; keep **Client ID** and **Client secret**.',
    '2. Make the connection with both and the id of the property, and test it.',
    '3. Optional, for changes within a minute instead of two: subscribe webhooks. `POST ' +
      'https://webhook.apaleo.com/v1/subscriptions` with the address `/hooks/{connection id}/{webhook token}`, ' +
      'the events `reservation/*` and `unit/changed`, and `propertyIds` with this property. Apaleo checks the ' +
      'address at once, so the connection must exist first.',
  ].join('\n'),
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
  const remedy = 'apaleo > Apps > Connected apps > the app: give its Client ID and Client secret';
  const tried = new ConnectionTest({ address: settings.base_url, rights: apaleoRights, credentialsRemedy: remedy });
  await tried.right(
    'property',
    () => client.property(signal),
    ({ id, timeZone }) => `property ${id}, ${timeZone}`,
  );
  await tried.right(
    'reservations',
    () => client.page({ status: 'InHouse', sort: 'id:asc' }, 1, signal),
    ({ count }) => `${count} in house`,
  );
  tried.add({
    name: 'webhooks',
    ok: true,
    detail: settings.webhook_token ? 'The address ends in the webhook token' : 'None: changes are found by polls',
  });
  return tried.checks;
}
