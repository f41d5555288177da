import type { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type { Check, Right } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { type ConnectorParts, defineConnector } from '../../../provisioning/connector/define-connector.js';
import { chargesOf, chargeService } from './mews.charges.js';
import { MewsClient } from './mews.client.js';
import { MewsProperties } from './mews.properties.js';
import { MewsPolls } from './mews.polls.js';
import { MewsReader } from './mews.reader.js';
import { MewsSettings } from './mews.settings.js';
import { type MewsApi, mewsList } from './mews.snapshots.js';
import { hotelNamedIn, MewsWebhooks } from './mews.webhooks.js';
import {
  availabilityBlocks,
  companionships,
  customers,
  type MewsConfiguration,
  reservations,
  resourceCategories,
  resources,
  services,
} from './mews.wire.js';

const credentials =
  'Mews Operations > Main menu > Marketplace > My subscriptions > the integration > Settings: copy the ' +
  'access token, and check that the integration is enabled; ask Mews about the client token';
const askMews = (operation: string) => `Ask Mews (partner success) to let the integration call ${operation}, read only`;
const mewsRights: readonly Right[] = [
  ['configuration', 'configuration/get'],
  ['services', services.operation],
  ['resource_categories', resourceCategories.operation],
  ['resources', resources.operation],
  ['reservations', reservations.operation],
  ['companionships', companionships.operation],
  ['customers', customers.operation],
].map(([name, operation]) => ({ name, tried: operation, remedy: askMews(operation) }));

/** Mews sends ids by webhook; everything else is read. */
export const mews = defineConnector({
  key: 'mews',
  name: 'Mews',
  family: 'pms',
  factKind: 'stay',
  settings: MewsSettings,
  preset: 'hotel',
  rights: mewsRights,
  installations: { setting: 'enterprise_id', named: hotelNamedIn },
  // Mews' webhooks take 2 to 5 minutes; two requests a minute find a check-in sooner.
  schedule: { full: '*/30 * * * *', incremental: '* * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    'Ask Mews for an integration with the Connector API and the guest technology scope: configuration, ' +
      'services, resources, resource categories, reservations, companionships and customers, all read only. ' +
      'Mews hands out one **client token**.',
    '',
    "1. In the hotel's Mews Operations open *Main menu > Marketplace*, find the integration and connect it.",
    '2. Copy the **access token** from *Marketplace > My subscriptions > the integration > Settings*.',
    '3. Optional: ask Mews support for general webhooks with the events ServiceOrderUpdated, CustomerAdded, ' +
      'CustomerUpdated and ResourceUpdated, to the address `/hooks/apps/mews/{webhook token}`, which serves ' +
      'every hotel of the integration by its `enterprise_id`. Without them, changes are found by polls once a ' +
      'minute.',
    '4. Optional, for guests who pay Wi-Fi on their room: ask Mews for orders/add, too; make an additional service, ' +
      'and give its id and the code of its tax with the currency of the bills.',
  ].join('\n'),
  api: (session) => {
    const { settings, clock } = session;
    const client = new MewsClient(session);
    const house = new MewsProperties(client, settings, clock);
    return { client, house, reader: new MewsReader(client, house, clock, settings.expected_days) };
  },
  tested: {
    address: ({ base_url: base }) => base,
    credentialsRemedy: credentials,
    refusesAlike: true,
    rights: tryRights,
    webhooks: ({ webhook_token: token }) => token && 'The address ends in the webhook token',
  },
  list: mewsList,
  polls: ({ api: { client, house, reader }, clock }) => new MewsPolls(client, house, reader, clock),
  reads: ({ api }) => api.reader,
  receives: ({ settings }) => new MewsWebhooks(settings),
  besides: ({ api: { client }, settings }) => chargesOf(client, settings),
});

const tolerableSkewSeconds = 120;
/** An id that nobody has: the answer is an empty list, if the key may ask at all. */
const nobodysId = '00000000-0000-0000-0000-000000000000';

async function tryRights(
  tried: ConnectionTest,
  { api: { client, house }, clock, settings }: ConnectorParts<MewsSettings, MewsApi>,
  signal: AbortSignal,
): Promise<void> {
  const configuration = await tried.right(
    'configuration',
    () => client.configuration(signal),
    ({ Enterprise: { Name, TimeZoneIdentifier } }) => `${Name}, ${TimeZoneIdentifier}`,
  );
  if (configuration)
    tried.add(
      clockCheck(Math.round((clock.milliseconds() - Date.parse(configuration.NowUtc)) / 1000)),
      ...enterpriseCheck(settings, configuration.Enterprise),
    );
  const service = await tried.right(
    'services',
    async () => (await client.first(services, {}, signal)) ?? null,
    () => 'They are given',
  );
  const serviceIds = [service?.Id ?? nobodysId];
  const category = await tried.right(
    'resource_categories',
    async () => (await client.first(resourceCategories, { ServiceIds: serviceIds }, signal)) ?? null,
    () => 'They are given',
  );
  // The first service may be one without rooms, such as a restaurant: null, and the key may ask all the same.
  if (configuration && service !== undefined && category !== undefined) tried.add(await stayServices(house, signal));
  await tried.right(
    'resources',
    () => client.first(resources, { Extent: { Resources: true, Inactive: true } }, signal),
    (room) => (room ? 'Rooms have names' : 'There are none'),
  );
  const reservation = await tried.right(
    'reservations',
    () => client.first(reservations, { ServiceIds: serviceIds, States: ['Started'] }, signal),
    (found) => (found ? 'There are guests in the house' : 'Nobody is in the house'),
  );
  await tried.right(
    'companionships',
    () => client.first(companionships, { ReservationIds: [reservation?.Id ?? nobodysId], Extent: {} }, signal),
    () => 'Companions are given',
  );
  await tried.right(
    'customers',
    () =>
      client.first(
        customers,
        { CustomerIds: [reservation?.AccountId ?? nobodysId], Extent: { Customers: true, Addresses: false } },
        signal,
      ),
    () => 'Profiles are given',
  );
  if (settings.block_names) tried.add(await blockNames(client, signal));
  if (settings.charge_currency !== undefined) tried.add(await chargeService(client, settings, signal));
}

async function blockNames(client: MewsClient, signal: AbortSignal): Promise<Check> {
  const check = { name: 'block_names', tried: availabilityBlocks.operation };
  try {
    await client.first(
      availabilityBlocks,
      { AvailabilityBlockIds: [nobodysId], Extent: { AvailabilityBlocks: true } },
      signal,
    );
    return { ...check, ok: true, detail: 'Blocks are given' };
  } catch (error) {
    const detail = error instanceof ConnectorProblem ? error.message : 'The check was given up';
    return { ...check, ok: false, detail, remedy: 'Let Mews add availabilityBlocks/getAll to the integration' };
  }
}

/** Polls ask for changes up to now by our clock; the overlap covers a few minutes, not more. */
function clockCheck(skewSeconds: number): Check {
  const ok = !(Math.abs(skewSeconds) > tolerableSkewSeconds);
  if (ok) return { name: 'clock', ok, tried: 'configuration/get, NowUtc', detail: 'Agrees with Mews' };
  return {
    name: 'clock',
    ok,
    tried: 'configuration/get, NowUtc',
    detail: `This clock is ${Math.abs(skewSeconds)} s ${skewSeconds > 0 ? 'ahead of' : 'behind'} Mews`,
    remedy: 'Set the clock of this machine by a time server',
  };
}

function enterpriseCheck(
  { enterprise_id: wanted }: MewsSettings,
  { Id, Name }: MewsConfiguration['Enterprise'],
): readonly Check[] {
  if (!wanted || wanted.toLowerCase() === Id.toLowerCase()) return [];
  const detail = `The access token belongs to ${Name} (${Id}), enterprise_id names another hotel`;
  return [
    {
      name: 'enterprise',
      ok: false,
      tried: 'configuration/get, Enterprise',
      detail,
      remedy: 'Give the access token of the hotel that enterprise_id names, or the id of this one',
    },
  ];
}

async function stayServices(house: MewsProperties, signal: AbortSignal): Promise<Check> {
  const [name, tried] = ['stay_services', 'services/getAll and resourceCategories/getAll'];
  try {
    const { stayServiceIds } = await house.current(signal);
    return { name, ok: true, tried, detail: `Reservations of ${stayServiceIds.join(', ')} are stays` };
  } catch (error) {
    return {
      name,
      ok: false,
      tried,
      detail: error instanceof ConnectorProblem ? error.message : 'The check was given up',
      remedy: 'Name the services whose reservations are stays in service_ids',
    };
  }
}
