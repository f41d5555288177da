import type { Right } from '../../../provisioning/connector/connector.js';
import { defineConnector } from '../../../provisioning/connector/define-connector.js';
import { OhipClient } from './ohip.client.js';
import { OhipListener } from './ohip.listener.js';
import { OhipPolls } from './ohip.polls.js';
import { OhipReader } from './ohip.reader.js';
import { OhipSettings } from './ohip.settings.js';
import { ohipList } from './ohip.snapshots.js';

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

export const ohip = defineConnector({
  key: 'ohip',
  name: 'OPERA Cloud (OHIP)',
  family: 'pms',
  factKind: 'stay',
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
  api: (session) => {
    const client = new OhipClient(session);
    return { client, polls: new OhipPolls(client, session.settings) };
  },
  tested: {
    address: ({ gateway_url: gateway }) => gateway,
    credentialsRemedy:
      'Developer Portal > Environments: gateway URL, client ID, client secret, enterprise ID and scope of the same ' +
      'environment; Applications: its application key',
    rights: async (tried, { api: { client, polls }, settings }, signal) => {
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
    },
  },
  list: ohipList,
  polls: ({ api }) => api.polls,
  listens: ({ api: { client }, settings: { chain_code: chain }, session }) =>
    chain === undefined ? undefined : new OhipListener(session, client, chain),
  reads: ({ api: { client }, settings, clock }) => new OhipReader(client, settings, clock),
});
