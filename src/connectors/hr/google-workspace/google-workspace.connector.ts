import type { Right } from '../../../provisioning/connector/connector.js';
import { defineConnector } from '../../../provisioning/connector/define-connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { WorkspaceChannels } from './google-workspace.channels.js';
import { WorkspaceClient } from './google-workspace.client.js';
import { WorkspaceGroups } from './google-workspace.groups.js';
import { WorkspaceReader } from './google-workspace.reader.js';
import { WorkspaceSettings } from './google-workspace.settings.js';
import { workspaceList } from './google-workspace.snapshots.js';
import { WorkspaceWebhooks } from './google-workspace.webhooks.js';

const inDelegation =
  'Google Admin console, Security > Access and data control > API controls > Manage Domain Wide Delegation > the ' +
  'client ID of the service account';
const workspaceRights: readonly Right[] = [
  {
    name: 'users',
    tried: 'GET /admin/directory/v1/users, and one of them',
    remedy: `${inDelegation}: the scope admin.directory.user.readonly; admin_email needs the privilege Users > Read`,
  },
  {
    name: 'groups',
    tried: 'GET /admin/directory/v1/groups/{address}, its members, and whether somebody is one',
    remedy:
      `${inDelegation}: the scopes admin.directory.group.readonly and admin.directory.group.member.readonly; ` +
      'admin_email needs the privilege Groups > Read. groups must be addresses of groups',
  },
];

export const googleWorkspace = defineConnector({
  key: 'google-workspace',
  name: 'Google Workspace',
  family: 'hr',
  factKind: 'employment',
  settings: WorkspaceSettings,
  preset: 'staff',
  rights: workspaceRights,
  schedule: { full: '13 * * * *', incremental: null },
  absence: { scans: 2, minimumAgeSeconds: 3600 },
  subscribes: true,
  setUp: [
    '1. In a Google Cloud project: **APIs & Services > Enable APIs**, *Admin SDK API*. **IAM & Admin > Service ' +
      'Accounts > Create**, "Wi-Fi accounts", without roles; then **Keys > Add key > JSON**. Note its *Unique ID* ' +
      '(client ID).',
    '2. In the Google Admin console: **Security > Access and data control > API controls > Manage Domain Wide ' +
      'Delegation > Add new**: that client ID, and the scopes ' +
      '`https://www.googleapis.com/auth/admin.directory.user.readonly`, for groups ' +
      '`https://www.googleapis.com/auth/admin.directory.group.readonly` and ' +
      '`https://www.googleapis.com/auth/admin.directory.group.member.readonly`.',
    '3. An administrator on whose behalf it reads, with a role of its own that may only read users and groups: ' +
      '`admin_email`. The JSON file goes whole into `service_account_key`.',
    '4. Optional, for changes within minutes: a long random text of your own as `channel_token`. Usher opens the ' +
      'channels itself, and opens them anew. It needs `USHER_BASE_URL` with an address that Google reaches by HTTPS.',
  ].join('\n'),
  api: (session) => {
    const client = new WorkspaceClient(session);
    return { client, groups: new WorkspaceGroups(client, session.settings.groups) };
  },
  tested: {
    address: ({ api_url: api }) => api,
    credentialsRemedy:
      `${inDelegation}, with the scopes of the set-up. admin_email must be an administrator, and ` +
      'service_account_key a key that was not deleted',
    rights: async (tried, { api: { client, groups }, settings }, signal) => {
      const person = await tried.right(
        'users',
        async () => {
          const { users } = await client.users('there', null, signal, 1);
          const id = users.length > 0 ? String(users[0].id) : undefined;
          if (id !== undefined) await client.user(id, signal);
          return { id };
        },
        ({ id }) => (id === undefined ? 'The directory has nobody' : 'People are listed'),
      );
      if (groups.chosen.length === 0) tried.given('groups', 'No group is chosen');
      else
        await tried.right(
          'groups',
          () => groupsTried(client, groups, person?.id, signal),
          (names) => `Found: ${names.join(', ')}`,
        );
      const detail = settings.channel_token
        ? 'Opened, and opened anew before they end'
        : 'None: the hourly list finds changes';
      tried.add({ name: 'channels', ok: true, detail });
    },
  },
  list: workspaceList,
  reads: ({ api: { client, groups }, settings }) => new WorkspaceReader(client, groups, settings),
  receives: ({ settings }) => new WorkspaceWebhooks(settings),
  besides: ({ api: { client }, settings, clock, session }) => ({
    subscriptions: new WorkspaceChannels(client, settings, session.connectionId, clock),
  }),
});

async function groupsTried(
  client: WorkspaceClient,
  groups: WorkspaceGroups,
  person: string | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = await groups.names(signal);
  const missing = groups.chosen.filter((each) => !names.has(each));
  // As a missing right: the remedy is there, and everything else works.
  if (missing.length > 0)
    throw new ConnectorProblem('credentials_refused', `No such group: ${missing.join(', ')}`, { status: 403 });
  await client.members(groups.chosen[0], signal);
  if (person !== undefined) await client.isMember(groups.chosen[0], person, signal);
  return [...names.values()];
}
