import type { Right } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { defineConnector } from '../../../provisioning/connector/define-connector.js';
import { EntraClient } from './entra.client.js';
import { EntraGroups } from './entra.groups.js';
import { EntraPolls } from './entra.polls.js';
import { EntraReader } from './entra.reader.js';
import { EntraSettings } from './entra.settings.js';
import { entraList } from './entra.snapshots.js';
import { EntraSubscriptions } from './entra.subscriptions.js';
import { EntraWebhooks } from './entra.webhooks.js';
import { type EntraUser, leaveDate } from './entra.wire.js';

const inPermissions =
  'Microsoft Entra admin center, App registrations > the app > API permissions > Add a permission > ' +
  'Microsoft Graph > Application permissions';
const leavePermission = 'User-LifeCycleInfo.Read.All';
const entraRights: readonly Right[] = [
  {
    name: 'users',
    tried: 'GET /v1.0/users and /v1.0/users/delta',
    remedy: `${inPermissions}: User.Read.All; then Grant admin consent`,
  },
  {
    name: 'leave_dates',
    tried: `GET /v1.0/users?$select=${leaveDate}, and the permissions in the token`,
    remedy: `${inPermissions}: ${leavePermission}; then Grant admin consent. Or switch leave_dates off`,
  },
  {
    name: 'groups',
    tried: 'GET /v1.0/groups/{id}, its members, and their changes',
    remedy: `${inPermissions}: GroupMember.Read.All; then Grant admin consent. groups must be object IDs`,
  },
];

export const entra = defineConnector({
  key: 'entra',
  name: 'Microsoft Entra ID (Graph)',
  family: 'hr',
  factKind: 'employment',
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
  api: (session) => {
    const client = new EntraClient(session);
    return { client, groups: new EntraGroups(client, session.settings.groups) };
  },
  tested: {
    address: ({ graph_url: graph }) => graph,
    credentialsRemedy:
      'App registrations > the app: tenant_id and client_id as on its Overview; Certificates & secrets > New client ' +
      'secret, and give its Value as client_secret',
    rights: async (tried, { api: { client, groups }, settings }, signal) => {
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
          async () => {
            await client.page('leave dates', client.everybody(`id,${leaveDate}`, 1), signal);
            await client.permitted(leavePermission, signal);
          },
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
    },
  },
  list: entraList,
  polls: ({ api: { client, groups }, settings }) => new EntraPolls(client, groups, settings),
  reads: ({ api: { client, groups }, settings }) => new EntraReader(client, groups, settings),
  receives: ({ settings }) => new EntraWebhooks(settings),
  besides: ({ api: { client }, settings, clock }) => ({
    subscriptions: new EntraSubscriptions(client, settings, clock),
  }),
});

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
