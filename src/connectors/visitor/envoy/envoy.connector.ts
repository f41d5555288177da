import type { Check, Connector, ConnectorDefinition, ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { installationNamedIn } from './envoy.customer.js';
import { EnvoyClient } from './envoy.client.js';
import { EnvoyPolls, EnvoySnapshots } from './envoy.lists.js';
import { EnvoyPlaces } from './envoy.places.js';
import { EnvoyReader } from './envoy.reader.js';
import { idIn, textIn } from './envoy.reading.js';
import { EnvoySettings } from './envoy.settings.js';
import { EnvoyTeller } from './envoy.teller.js';
import { EnvoyWebhooks } from './envoy.webhooks.js';
import type { EnvoyLocation } from './envoy.wire.js';

/** Envoy tells who signs in and out; who left without a word is found by asking. */
export const envoy: ConnectorDefinition<EnvoySettings> = {
  key: 'envoy',
  name: 'Envoy Visitors',
  family: 'visitor',
  factKind: 'visit',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: EnvoySettings,
  preset: 'visitor',
  installations: { setting: 'install_id', named: installationNamedIn },
  schedule: { full: '41 */6 * * *', incremental: '*/5 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: `With an app of your own (Envoy's Dev Dashboard, *Create app*): events \`entry_sign_in\`, \`entry_sign_out\`, \`entry_blacklist_review\`, \`entry_blacklist_deny\`,
\`invite_created\`, \`invite_updated\` and \`invite_removed\` to \`/hooks/apps/envoy\`, the address of all installations, scopes \`entries.read\`, \`invites.read\`, \`locations.read\`, \`flows.read\`, \`token.refresh\`.
Install it at the company or location, and give its client id, client secret and install id.

With Envoy's *Webhooks* app (*Integrations > All apps > Webhooks*): the same events to \`/hooks/{connection id}\`, an authorization token of your choice under *authorization*, and an API key.`,
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<EnvoySettings>): Connector {
  const { settings, clock } = session;
  const client = new EnvoyClient(session);
  const reader = new EnvoyReader(client, new EnvoyPlaces(client, clock), settings, clock);
  const webhooks = new EnvoyWebhooks(settings, clock);
  return {
    test: (signal) => test(client, settings, signal),
    receives: webhooks,
    polls: new EnvoyPolls(client, reader, clock),
    snapshots: new EnvoySnapshots(client, reader, clock),
    reads: reader,
    tells: new EnvoyTeller(client, webhooks, settings),
  };
}

async function test(client: EnvoyClient, settings: EnvoySettings, signal: AbortSignal): Promise<readonly Check[]> {
  try {
    const locations = await client.all<EnvoyLocation>('locations', signal);
    return [
      { name: 'reachable', ok: true, detail: settings.api_url },
      { name: 'credentials', ok: true, detail: locations.map(({ name, timezone }) => `${textIn(name) ?? 'a location'} (${textIn(timezone) ?? 'no zone'})`).join(', ') || 'They reach no location' },
      ...wantedCheck(locations, settings.location_ids ?? []),
      provenCheck(settings),
      { name: 'invites', ok: true, detail: client.listsInvites ? 'Expected visitors are listed' : 'Without an app of your own expected visitors are known by events only' },
    ];
  } catch (error) {
    const isRefusal = error instanceof ConnectorProblem && (error.code === 'credentials_refused' || error.code === 'settings_invalid');
    return [{ name: isRefusal ? 'credentials' : 'reachable', ok: false, detail: error instanceof ConnectorProblem ? error.message : 'The check was given up' }];
  }
}

function wantedCheck(locations: readonly EnvoyLocation[], wanted: readonly string[]): readonly Check[] {
  const missing = wanted.filter((id) => !locations.some((location) => idIn(location.id) === id));
  if (wanted.length === 0) return [];
  return [{ name: 'locations', ok: missing.length === 0, detail: missing.length === 0 ? `${wanted.length} of ${locations.length}` : `The credentials reach no location ${missing.join(', ')}` }];
}

function provenCheck({ client_secret: secret, authorization, show_credentials: shows, client_id: clientId }: EnvoySettings): Check {
  if (!secret && !authorization) return { name: 'webhooks', ok: false, detail: 'Give client_secret or authorization: without one of them every request of Envoy is refused' };
  if (shows && !(secret && clientId)) return { name: 'webhooks', ok: false, detail: 'show_credentials needs an app of your own: client_id and client_secret' };
  return { name: 'webhooks', ok: true, detail: [...secret ? ['signed'] : [], ...authorization ? ['with Authorization'] : []].join(', ') };
}
