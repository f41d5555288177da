import type { Right } from '../../../provisioning/connector/connector.js';
import { defineConnector } from '../../../provisioning/connector/define-connector.js';
import { apaleoChargesOf, chargeFolios } from './apaleo.charges.js';
import { ApaleoClient } from './apaleo.client.js';
import { apaleoChanges } from './apaleo.polls.js';
import { ApaleoReader } from './apaleo.reader.js';
import { ApaleoSettings } from './apaleo.settings.js';
import { apaleoList } from './apaleo.snapshots.js';
import { ApaleoWebhooks } from './apaleo.webhooks.js';

const scope = (name: string) => `apaleo > Apps > Connected apps > the app: add the scope ${name}`;
const apaleoRights: readonly Right[] = [
  { name: 'property', tried: 'GET /inventory/v1/properties/{id}', remedy: scope('setup.read') },
  { name: 'reservations', tried: 'GET /booking/v1/reservations', remedy: scope('reservations.read') },
];

/** Apaleo names reservations by webhook; everything else is read. */
export const apaleo = defineConnector({
  key: 'apaleo',
  name: 'apaleo',
  family: 'pms',
  factKind: 'stay',
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
  api: (session) => {
    const client = new ApaleoClient(session);
    return { client, reader: new ApaleoReader(client, session.settings, session.clock) };
  },
  tested: {
    address: ({ base_url: base }) => base,
    credentialsRemedy: 'apaleo > Apps > Connected apps > the app: give its Client ID and Client secret',
    rights: async (tried, { api: { client }, settings }, signal) => {
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
      if (settings.charge_currency !== undefined) tried.add(await chargeFolios(client, signal));
    },
    webhooks: ({ webhook_token: token }) => token && 'The address ends in the webhook token',
  },
  list: apaleoList,
  changes: apaleoChanges,
  reads: ({ api }) => api.reader,
  receives: ({ settings }) => new ApaleoWebhooks(settings),
  besides: ({ api: { client }, settings, session }) => apaleoChargesOf(client, settings, session.connectionId),
});
