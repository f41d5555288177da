import { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type {
  Check,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Right,
} from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { EntraClient } from './entra.client.js';
import { EntraGroups } from './entra.groups.js';
import { EntraPolls } from './entra.polls.js';
import { EntraReader } from './entra.reader.js';
import { EntraSettings } from './entra.settings.js';
import { EntraSnapshots } from './entra.snapshots.js';
import { EntraSubscriptions } from './entra.subscriptions.js';
import { EntraWebhooks } from './entra.webhooks.js';
import { type EntraUser, leaveDate } from './entra.wire.js';

const inPermissions =
  'Microsoft Entra admin center, App registrations > the app > API permissions > Add a permission > ' +
  'Microsoft Graph > Application permissions';
const entraRights: readonly Right[] = [
  {
    name: 'users',
    tried: 'GET /v1.0/users and /v1.0/users/delta',
    remedy: `${inPermissions}: User.Read.All; then Grant admin consent`,
  },
  {
    name: 'leave_dates',
    tried: `GET /v1.0/users?$select=${leaveDate}`,
    remedy: `${inPermissions}: User-LifeCycleInfo.Read.All; then Grant admin consent. Or switch leave_dates off`,
  },
  {
    name: 'groups',
    tried: 'GET /v1.0/groups/{id}, its members, and their changes',
    remedy: `${inPermissions}: GroupMember.Read.All; then Grant admin consent. groups must be object IDs`,
  },
];

export const entra: ConnectorDefinition<EntraSettings> = {
  key: 'entra',
  name: 'Microsoft Entra ID (Graph)',
  family: 'hr',
  factKind: 'employment',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: EntraSettings,
  preset: 'staff',
  rights: entraRights,
  schedule: { full: '11 2 * * *', incremental: '*/5 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 3600 },
  subscribes: true,
  setUp: [
    '1. In the Microsoft Entra admin center: **App registrations > New registration**, "Wi-Fi accounts", accounts in ' +
      'this directory only. Copy *Application (client) ID* and *Directory (tenant) ID*.',
    '2. **API permissions > Add a permission > Microsoft Graph > Application permissions**: `User.Read.All`; for ' +
      'groups `GroupMember.Read.All`; for planned last days `User-LifeCycleInfo.Read.All`. Then **Grant admin ' +
      'consent**.',
    '3. **Certificates & secrets > New client secret**: copy the *Value*, which is shown once.',
    '4. Optional, for changes within minutes: a long random text of your own as `notification_secret`. Usher ' +
      'subscribes to changes itself, and renews that. It needs `USHER_BASE_URL` with an address that Microsoft ' +
      'reaches by HTTPS.',
    '',
    'Where provisioning by SCIM is set up (the connector *SCIM 2.0*), use one of them, not both.',
  ].join('\n'),
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<EntraSettings>): Connector {
  const { settings, clock } = session;
  const client = new EntraClient(session);
  const groups = new EntraGroups(client, settings.groups);
  return {
    test: (signal) => test(client, groups, settings, signal),
    receives: new EntraWebhooks(settings),
    polls: new EntraPolls(client, groups, settings),
    snapshots: new EntraSnapshots(client, groups, settings),
    reads: new EntraReader(client, groups, settings),
    subscriptions: new EntraSubscriptions(client, settings, clock),
  };
}

async function test(
  client: EntraClient,
  groups: EntraGroups,
  settings: EntraSettings,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const tried = new ConnectionTest({
    address: settings.graph_url,
    rights: entraRights,
    credentialsRemedy:
      'App registrations > the app: tenant_id and client_id as on its Overview; Certificates & secrets > New client ' +
      'secret, and give its Value as client_secret',
  });
  const everybody = await tried.right(
    'users',
    async () => {
      const { items } = await client.page<EntraUser>('users', client.everybody('id', 1), signal);
      await client.page('changes of users', client.usersFromNow('id'), signal);
      return items;
    },
    (items) => (items.length > 0 ? 'People are listed' : 'The directory has nobody'),
  );
  if (!settings.leave_dates) tried.given('leave_dates', 'Not read: leave_dates is off');
  else if (everybody)
    await tried.right(
      'leave_dates',
      () => client.page('leave dates', client.everybody(`id,${leaveDate}`, 1), signal),
      () => 'Planned last days can be read',
    );
  if (groups.chosen.length === 0) tried.given('groups', 'No group is chosen');
  else
    await tried.right(
      'groups',
      () => groupsTried(client, groups, everybody?.[0]?.id, signal),
      (names) => `Found: ${names.join(', ')}`,
    );
  tried.add({
    name: 'notifications',
    ok: true,
    detail: settings.notification_secret ? 'Subscribed to, and renewed' : 'None: changes are found by polls',
  });
  return tried.checks;
}

async function groupsTried(
  client: EntraClient,
  groups: EntraGroups,
  person: string | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = await groups.names(signal);
  const missing = groups.chosen.filter((id) => !(id in names));
  // As a missing right: the remedy is there, and everything else works.
  if (missing.length > 0)
    throw new ConnectorProblem('credentials_refused', `No such group: ${missing.join(', ')}`, { status: 403 });
  const tracked = await groups.tracked(names, signal);
  await client.members(tracked[0], 'user', signal);
  await client.page('changes of groups', client.groupsFromNow(tracked), signal);
  if (person !== undefined) await client.groupsOf(person, Object.keys(names), signal);
  return Object.values(names);
}
