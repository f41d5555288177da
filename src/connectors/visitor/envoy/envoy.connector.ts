import type { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type { Check, Right } from '../../../provisioning/connector/connector.js';
import { type ConnectorParts, defineConnector } from '../../../provisioning/connector/define-connector.js';
import { vendorId, vendorLine } from '../../../provisioning/connector/vendor-record.js';
import { installationNamedIn } from './envoy.customer.js';
import { EnvoyClient } from './envoy.client.js';
import { entriesAfter, type EnvoyApi, envoyList, EnvoyPolls } from './envoy.lists.js';
import { EnvoyPlaces } from './envoy.places.js';
import { EnvoyReader } from './envoy.reader.js';
import { EnvoySettings } from './envoy.settings.js';
import { EnvoyAnswers } from './envoy.answers.js';
import { EnvoyWebhooks } from './envoy.webhooks.js';
import type { EnvoyLocation } from './envoy.wire.js';

const scope = (name: string) =>
  `Envoy's Dev Dashboard > the app > Scopes: ${name}; then install the app once more. With an API key: one of ` +
  'an administrator';
const envoyRights: readonly Right[] = [
  { name: 'locations', tried: 'GET /v1/locations', remedy: scope('locations.read') },
  { name: 'flows', tried: 'GET /v1/flows', remedy: scope('flows.read') },
  { name: 'entries', tried: 'GET /v1/entries', remedy: scope('entries.read') },
  {
    name: 'invites',
    tried: 'GET /api/v3/invites, or one of /v1/invites with an API key',
    remedy: scope('invites.read'),
  },
  {
    name: 'jobs',
    tried: 'POST /a/auth/v0/token, scope plugin',
    remedy: "Envoy's Dev Dashboard > the app: give its client id and client secret, and the scope token.refresh",
  },
];

/** Envoy reports who signs in and out; polls find visitors who left without signing out. */
export const envoy = defineConnector({
  key: 'envoy',
  name: 'Envoy Visitors',
  family: 'visitor',
  factKind: 'visit',
  settings: EnvoySettings,
  preset: 'visitor',
  rights: envoyRights,
  installations: { setting: 'install_id', named: installationNamedIn },
  schedule: { full: '41 */6 * * *', incremental: '*/5 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    "With an app of your own (Envoy's Dev Dashboard, *Create app*): events `entry_sign_in`, `entry_sign_out`, " +
      '`entry_blacklist_review`, `entry_blacklist_deny`, `invite_created`, `invite_updated` and ' +
      '`invite_removed` to `/hooks/apps/envoy`, the address of all installations, scopes `entries.read`, ' +
      '`invites.read`, `locations.read`, `flows.read`, `token.refresh`. Install it at the company or location, ' +
      'and give its client id, client secret and install id.',
    '',
    "With Envoy's *Webhooks* app (*Integrations > All apps > Webhooks*): the same events to " +
      '`/hooks/{connection id}`, an authorization token of your choice under *authorization*, and an API key.',
  ].join('\n'),
  api: (session) => {
    const { settings, clock } = session;
    const client = new EnvoyClient(session);
    const reader = new EnvoyReader(client, new EnvoyPlaces(client, clock), settings, clock);
    return { client, reader, webhooks: new EnvoyWebhooks(settings, clock) };
  },
  tested: {
    address: ({ api_url: address }) => address,
    credentialsRemedy:
      "Envoy's Dev Dashboard > the app: client id and client secret; install_id ends the address of the " +
      'installed app; or API keys',
    rights: tryRights,
  },
  list: envoyList,
  polls: ({ api: { client, reader }, clock }) => new EnvoyPolls(client, reader, clock),
  reads: ({ api }) => api.reader,
  receives: ({ api }) => api.webhooks,
  besides: ({ api: { client, webhooks }, settings }) => ({ answers: new EnvoyAnswers(client, webhooks, settings) }),
});

async function tryRights(
  tried: ConnectionTest,
  { api: { client }, settings, clock }: ConnectorParts<EnvoySettings, EnvoyApi>,
  signal: AbortSignal,
): Promise<void> {
  const locations = await tried.right(
    'locations',
    () => client.all<EnvoyLocation>('locations', signal),
    (found) =>
      found
        .map(({ name, timezone }) => `${vendorLine(name) ?? 'a location'} (${vendorLine(timezone) ?? 'no zone'})`)
        .join(', ') || 'There is none',
  );
  if (locations) tried.add(...wantedCheck(locations, settings.location_ids ?? []));
  await tried.right(
    'flows',
    () => client.page('flows', {}, 1, signal),
    ({ total }) => `${total} flows`,
  );
  await tried.right(
    'entries',
    () => client.page('entries', entriesAfter(clock.instant()), 1, signal),
    () => 'Sign-ins are listed',
  );
  // Where invites cannot be listed, an id that nobody has: "not found" is a good answer, too.
  if (client.listsInvites)
    await tried.right(
      'invites',
      () => client.invites(clock.instant().slice(0, 10), 0, signal),
      () => 'Expected visitors are listed',
    );
  else
    await tried.right(
      'invites',
      () => client.one('invites', '0', signal),
      () => 'Without an app of your own expected visitors are known by events only',
    );
  if (settings.show_credentials && client.hasApp)
    await tried.right(
      'jobs',
      () => client.appToken(signal),
      () => 'The app has a token for its jobs',
    );
  tried.add(provenCheck(settings));
}

function wantedCheck(locations: readonly EnvoyLocation[], wanted: readonly string[]): readonly Check[] {
  const missing = wanted.filter((id) => !locations.some((location) => vendorId(location.id) === id));
  if (wanted.length === 0) return [];
  const [name, tried] = ['location_ids', 'GET /v1/locations'];
  if (missing.length === 0) return [{ name, ok: true, tried, detail: `${wanted.length} of ${locations.length}` }];
  return [
    {
      name,
      ok: false,
      tried,
      detail: `The credentials reach no location ${missing.join(', ')}`,
      remedy: 'Correct location_ids, or install the app at these locations',
    },
  ];
}

function provenCheck({
  client_secret: secret,
  authorization,
  show_credentials: shows,
  client_id: clientId,
  install_id: installId,
}: EnvoySettings): Check {
  const wrong = (detail: string, remedy: string): Check => ({ name: 'webhooks', ok: false, detail, remedy });
  if (!secret && !authorization)
    return wrong(
      'Without client_secret or authorization every request of Envoy is refused',
      "Give client_secret (an app of your own) or authorization (Envoy's Webhooks app)",
    );
  if (shows && !(secret && clientId))
    return wrong('show_credentials needs an app of your own', 'Give client_id and client_secret');
  if (clientId && !installId && !authorization)
    return wrong(
      'The app signs for everybody who installed it, and no installation is named: its requests are not taken',
      "Give install_id, which ends the address of the installed app in Envoy's dashboard",
    );
  return {
    name: 'webhooks',
    ok: true,
    detail: [
      ...(secret ? ['signed'] : []),
      ...(authorization ? ['with Authorization'] : []),
      ...(installId ? [`of installation ${installId}`] : []),
    ].join(', '),
  };
}
