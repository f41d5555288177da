import type { Check, Connector, ConnectorDefinition, ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { KisiClient } from './kisi.client.js';
import { KisiMembers } from './kisi.members.js';
import { KisiSettings } from './kisi.settings.js';
import { KisiWebhooks } from './kisi.webhooks.js';

/** Whoever opens a door has Wi-Fi, for as long as doors open for them. */
export const kisi: ConnectorDefinition<KisiSettings> = {
  key: 'kisi',
  name: 'Kisi',
  family: 'access',
  factKind: 'presence',
  abilities: ['receives', 'snapshots', 'reads'],
  settings: KisiSettings,
  preset: 'presence',
  schedule: { full: '11 * * * *', incremental: null },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: `1. In Kisi open *My account > API > Add API key*, signed in as somebody who may see the members of the organization. Copy the key.
2. Make the connection with the key and a signature key of your own (16 characters or more), and test it.
3. In Kisi open *Organization > Integrations > Add integration > Event webhook*: the address \`/hooks/{connection id}\`, the same **signature key**, and the events
   \`lock.unlock\`, \`member.create\`, \`member.update\`, \`member.destroy\`, \`user.update\` and \`user.destroy\`.`,
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<KisiSettings>): Connector {
  const client = new KisiClient(session);
  const members = new KisiMembers(client, Boolean(session.settings.place_id));
  return {
    test: (signal) => test(client, session, signal),
    receives: new KisiWebhooks(session.settings, session.clock),
    snapshots: members,
    reads: members,
  };
}

async function test(client: KisiClient, { settings, connectionId }: ConnectorSession<KisiSettings>, signal: AbortSignal): Promise<readonly Check[]> {
  try {
    const { total } = await client.members(0, signal);
    const checks: Check[] = [
      { name: 'reachable', ok: true, detail: settings.base_url }, { name: 'credentials', ok: true, detail: 'The key is taken' }, { name: 'members', ok: true, detail: `${total} members` },
    ];
    if (!settings.signature_key) return [...checks, { name: 'webhooks', ok: true, detail: 'None: without a signature key every webhook is refused, and doors are seen with the hourly scan' }];
    return [...checks, await webhookCheck(client, connectionId, signal)];
  } catch (error) {
    const isRefused = error instanceof ConnectorProblem && error.code === 'credentials_refused';
    return [{ name: isRefused ? 'credentials' : 'reachable', ok: false, detail: error instanceof ConnectorProblem ? error.message : 'The check was given up' }];
  }
}

/** Kisi switches a webhook off that failed for long, and says so nowhere else. A key that may not see integrations is no harm. */
async function webhookCheck(client: KisiClient, connectionId: string, signal: AbortSignal): Promise<Check> {
  const name = 'webhooks';
  try {
    const ours = (await client.integrations(signal)).find(({ url }) => url?.includes(connectionId));
    if (ours?.disabled_due_to_error) return { name, ok: false, detail: `Kisi switched the event webhook ${ours.id} off after errors; switch it on again at Organization > Integrations` };
    return { name, ok: true, detail: ours ? 'Kisi posts to this connection' : 'Kisi names no event webhook with the address of this connection' };
  } catch (error) {
    if (error instanceof ConnectorProblem && (error.code === 'credentials_refused' || error.code === 'gone')) return { name, ok: true, detail: 'Not looked at: the key may not see integrations' };
    throw error;
  }
}
