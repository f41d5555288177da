import { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type {
  Check,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Right,
} from '../../../provisioning/connector/connector.js';
import { OhipClient } from './ohip.client.js';
import { OhipListener } from './ohip.listener.js';
import { OhipPolls } from './ohip.polls.js';
import { OhipReader } from './ohip.reader.js';
import { OhipSettings } from './ohip.settings.js';
import { OhipSnapshots } from './ohip.snapshots.js';

const ohipRights: readonly Right[] = [
  {
    name: 'reservations',
    tried: 'GET /rsv/v1/hotels/{hotelId}/reservations',
    remedy:
      'Developer Portal > Applications > the application > APIs: OPERA Property Reservation API; and the hotel must ' +
      'have approved the application',
  },
  {
    name: 'business_events',
    tried: 'GET /int/v1/externalSystem/{external_system}/hotels/{hotelId}/businessEvents',
    remedy:
      'Developer Portal > Applications > the application > APIs: OPERA Integration Processor API; and OPERA Cloud > ' +
      'Administration > Interfaces > Business Events: the external system with its events for this hotel',
  },
];

export const ohip: ConnectorDefinition<OhipSettings> = {
  key: 'ohip',
  name: 'OPERA Cloud (OHIP)',
  family: 'pms',
  factKind: 'stay',
  abilities: ['listens', 'polls', 'snapshots', 'reads'],
  settings: OhipSettings,
  preset: 'hotel',
  rights: ohipRights,
  // Only what REST gives is tried: the stream takes one reader, and shows by its link.
  isTestedBesideLink: true,
  schedule: { full: '*/15 * * * *', incremental: '* * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1200 },
  setUp: [
    '1. In the Oracle Hospitality **Developer Portal**: register an application with the *Property Reservation API* ' +
      'and the *Integration Processor API*, and keep its **Application Key**. The hotel approves it for its ' +
      'environment; from *Environments* come gateway URL, client ID, client secret and enterprise ID.',
    '2. In **OPERA Cloud > Administration > Interfaces > Business Events**: an external system of its own, which ' +
      'nothing else reads, for polling. Its events: module Reservation with New, Update, Check In, Check Out, ' +
      'Reverse Check In, Reverse Check Out, Cancel, Rollback Cancel, No Show, Delete, Join Guest, Separate Guest ' +
      'From Share; module Night Audit with Close Business Date. Data elements: one is enough, the reservation is read.',
    '3. Give its code as `external_system`. Without it, changes are found by the list, every quarter of an hour.',
    '4. For changes within seconds: in the Developer Portal, *Events > Templates* with the reservation events above, ' +
      'and *Subscribe* to them for the environment, which must be *Streaming Enabled*. Give the code of the chain as ' +
      '`chain_code`. One application streams to one connection.',
  ].join('\n'),
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<OhipSettings>): Connector {
  const { settings, clock } = session;
  const client = new OhipClient(session);
  const polls = new OhipPolls(client, settings);
  return {
    test: (signal) => test(client, polls, settings, signal),
    polls,
    listens: settings.chain_code === undefined ? undefined : new OhipListener(session, client, settings.chain_code),
    snapshots: new OhipSnapshots(client, settings, clock),
    reads: new OhipReader(client, settings, clock),
  };
}

async function test(
  client: OhipClient,
  polls: OhipPolls,
  settings: OhipSettings,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const tried = new ConnectionTest({
    address: settings.gateway_url,
    rights: ohipRights,
    credentialsRemedy:
      'Developer Portal > Environments: gateway URL, client ID, client secret, enterprise ID and scope of the same ' +
      'environment; Applications: its application key',
  });
  await tried.right(
    'reservations',
    () => client.reservations({ searchType: 'InHouse' }, 0, signal, 1),
    ({ total }) => `${total} in house`,
  );
  if (settings.external_system === undefined) tried.given('business_events', 'Not asked for: lists do the work');
  else
    await tried.right(
      'business_events',
      () => polls.try(signal),
      () => 'Events are given',
    );
  return tried.checks;
}
