import type { Clock } from '../../../kernel/clock.js';
import { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type {
  Check,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Right,
} from '../../../provisioning/connector/connector.js';
import { vendorLine } from '../../../provisioning/connector/vendor-record.js';
import { SignInAppClient } from './sign-in-app.client.js';
import { SignInAppGroups } from './sign-in-app.groups.js';
import { SignInAppLists } from './sign-in-app.lists.js';
import { siteIn } from './sign-in-app.mapping.js';
import { SignInAppSettings } from './sign-in-app.settings.js';
import { SignInAppWebhooks } from './sign-in-app.webhooks.js';

const remedy = (what: string) => `my.signinapp.com > Manage > API clients: let the client read ${what}`;
const signInAppRights: readonly Right[] = [
  { name: 'groups', tried: 'GET /client-api/v1/groups', remedy: remedy('groups') },
  {
    name: 'today',
    tried: 'GET /client-api/v1/sites/{id}/today',
    remedy: remedy('the visitors of each site of this connection'),
  },
  {
    name: 'history',
    tried: 'GET /client-api/v1/sites/{id}/history',
    remedy: remedy('the history of each site of this connection'),
  },
];

/** Sign In App tells who signs in and out by hand; its clock tells nobody, so today is asked for every minute. */
export const signInApp: ConnectorDefinition<SignInAppSettings> = {
  key: 'sign-in-app',
  name: 'Sign In App',
  family: 'visitor',
  factKind: 'visit',
  abilities: ['receives', 'polls', 'snapshots'],
  settings: SignInAppSettings,
  preset: 'visitor',
  rights: signInAppRights,
  schedule: { full: '23 */6 * * *', incremental: '* * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    '1. In the portal (my.signinapp.com) make an **API client**: *Manage > API clients*. Copy base address, ' +
      'key and secret.',
    '2. *Manage > Sites*: the id that ends the address of each site goes into `sites`, with its time zone.',
    '3. Optional, for access within a second: *Manage > Notifications*, a notification for signing in and one ' +
      "for signing out, of the visitors' groups only, channel *webhook*, to `/hooks/{connection id}`, with a " +
      'secret key. Send a test, look which header carries the signature, and set `signature_header` and ' +
      '`signature_encoding`.',
  ].join('\n'),
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<SignInAppSettings>): Connector {
  const { settings, clock } = session;
  const client = new SignInAppClient(session);
  const lists = new SignInAppLists(client, new SignInAppGroups(client, settings.groups, clock), settings, clock);
  return {
    test: (signal) => test(client, settings, clock, signal),
    receives: new SignInAppWebhooks(settings, clock),
    polls: lists,
    snapshots: lists,
  };
}

async function test(
  client: SignInAppClient,
  settings: SignInAppSettings,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const tried = new ConnectionTest({
    address: settings.base_url,
    rights: signInAppRights,
    credentialsRemedy: 'my.signinapp.com > Manage > API clients: give key and secret of a client, and its base address',
  });
  const groups = await tried.right(
    'groups',
    () => client.groups(signal),
    (found) => `${found.length} groups`,
  );
  if (groups)
    tried.add(
      visitorsCheck(
        settings,
        groups.map(({ name, type }) => ({ name: vendorLine(name) ?? '', type })),
      ),
    );
  const sites = settings.sites.map((setting) => ({ setting, site: siteIn(setting) }));
  for (const { setting } of sites.filter(({ site }) => !site))
    tried.add({
      name: 'sites',
      ok: false,
      detail: `"${setting}" is not an id and an IANA time zone`,
      remedy: 'Write each of sites as "12 Europe/London"',
    });
  const known = sites.flatMap(({ site }) => site ?? []);
  await tried.right(
    'today',
    () =>
      Promise.all(
        known.map(async ({ id }) =>
          (await client.today(id, signal)).reduce((sum, { visitors }) => sum + visitors.length, 0),
        ),
      ),
    (counts) =>
      known
        .map(({ id, timeZone }, index) => `Site ${id} (${timeZone ?? 'no time zone'}): ${counts[index]} people today`)
        .join(', '),
  );
  const today = clock.instant().slice(0, 10);
  await tried.right(
    'history',
    () => Promise.all(known.map(({ id }) => client.history(id, today, today, 1, signal))),
    () => 'Past visits are given',
  );
  tried.add({
    name: 'webhooks',
    ok: true,
    detail: settings.webhook_secret ? `Signed in ${settings.signature_header}` : 'None: changes are found by polls',
  });
  return tried.checks;
}

function visitorsCheck(
  { groups: wanted = [] }: SignInAppSettings,
  groups: readonly { readonly name: string; readonly type?: unknown }[],
): Check {
  const missing = wanted.filter((name) => !groups.some((group) => group.name === name));
  const visitors = groups
    .filter(({ name, type }) => (wanted.length > 0 ? wanted.includes(name) : type === 'non-returning'))
    .map(({ name }) => name);
  const [name, tried] = ['visitors', 'the names and types of the groups'];
  if (missing.length > 0)
    return {
      name,
      ok: false,
      tried,
      detail: `There is no group ${missing.join(', ')}`,
      remedy: 'Write groups as they are named in the portal',
    };
  if (visitors.length === 0)
    return {
      name,
      ok: false,
      tried,
      detail: 'No group is non-returning',
      remedy: "Name the visitors' groups in groups",
    };
  return { name, ok: true, tried, detail: visitors.join(', ') };
}
