import type { Check, Connector, ConnectorDefinition, ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { SignInAppClient } from './sign-in-app.client.js';
import { SignInAppGroups } from './sign-in-app.groups.js';
import { SignInAppLists } from './sign-in-app.lists.js';
import { siteIn } from './sign-in-app.mapping.js';
import { textIn } from './sign-in-app.reading.js';
import { SignInAppSettings } from './sign-in-app.settings.js';
import { SignInAppWebhooks } from './sign-in-app.webhooks.js';

/** Sign In App tells who signs in and out by hand; its clock tells nobody, so today is asked for every minute. */
export const signInApp: ConnectorDefinition<SignInAppSettings> = {
  key: 'sign-in-app',
  name: 'Sign In App',
  family: 'visitor',
  factKind: 'visit',
  abilities: ['receives', 'polls', 'snapshots'],
  settings: SignInAppSettings,
  preset: 'visitor',
  schedule: { full: '23 */6 * * *', incremental: '* * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: `1. In the portal (my.signinapp.com) make an **API client**: *Manage > API clients*. Copy base address, key and secret.
2. *Manage > Sites*: the id that ends the address of each site goes into \`sites\`, with its time zone.
3. Optional, for access within a second: *Manage > Notifications*, a notification for signing in and one for signing out, of the visitors' groups only, channel *webhook*, to
   \`/hooks/{connection id}\`, with a secret key. Send a test, look which header carries the signature, and set \`signature_header\` and \`signature_encoding\`.`,
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<SignInAppSettings>): Connector {
  const { settings, clock } = session;
  const client = new SignInAppClient(session);
  const lists = new SignInAppLists(client, new SignInAppGroups(client, settings.groups, clock), settings, clock);
  return { test: (signal) => test(client, settings, signal), receives: new SignInAppWebhooks(settings, clock), polls: lists, snapshots: lists };
}

async function test(client: SignInAppClient, settings: SignInAppSettings, signal: AbortSignal): Promise<readonly Check[]> {
  const checks: Check[] = [];
  try {
    const groups = await client.groups(signal);
    checks.push({ name: 'reachable', ok: true, detail: settings.base_url }, { name: 'credentials', ok: true, detail: 'The API client is accepted' });
    const names = groups.map(({ name }) => textIn(name) ?? '');
    const missing = (settings.groups ?? []).filter((name) => !names.includes(name));
    const visitors = groups.filter(({ name, type }) => (settings.groups?.length ? settings.groups.includes(textIn(name) ?? '') : type === 'non-returning')).map(({ name }) => textIn(name));
    checks.push({ name: 'groups', ok: missing.length === 0 && visitors.length > 0, detail: missing.length > 0 ? `There is no group ${missing.join(', ')}` : visitors.join(', ') || 'No group is non-returning: name the visitors\' groups in groups' });
    for (const site of settings.sites) checks.push(await siteCheck(client, site, signal));
    return [...checks, { name: 'webhooks', ok: true, detail: settings.webhook_secret ? `Signed in ${settings.signature_header}` : 'None: changes are found by polls' }];
  } catch (error) {
    return [...checks, failed(error, checks.length > 0)];
  }
}

async function siteCheck(client: SignInAppClient, setting: string, signal: AbortSignal): Promise<Check> {
  const site = siteIn(setting);
  if (!site) return { name: 'sites', ok: false, detail: `"${setting}" is not an id and an IANA time zone` };
  const found = await client.today(site.id, signal);
  const count = found.reduce((sum, { visitors }) => sum + visitors.length, 0);
  return { name: 'sites', ok: true, detail: `Site ${site.id} (${site.timeZone ?? 'no time zone'}): ${count} people today` };
}

function failed(error: unknown, isConnected: boolean): Check {
  const detail = error instanceof ConnectorProblem ? error.message : 'The check was given up';
  if (isConnected) return { name: 'sites', ok: false, detail };
  return { name: error instanceof ConnectorProblem && error.code === 'credentials_refused' ? 'credentials' : 'reachable', ok: false, detail };
}
