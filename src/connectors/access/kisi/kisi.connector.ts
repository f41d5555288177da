import type { Check, Right } from '../../../provisioning/connector/connector.js';
import { defineConnector } from '../../../provisioning/connector/define-connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { KisiClient } from './kisi.client.js';
import { kisiMembers, kisiReads } from './kisi.members.js';
import { KisiSettings } from './kisi.settings.js';
import { KisiWebhooks } from './kisi.webhooks.js';

const kisiRemedy =
  'Kisi > Organization > Administrators: give the account of the API key a role that sees members, or make ' +
  'a key of an account that has one';
const kisiRights: readonly Right[] = [
  { name: 'members', tried: 'GET /members', remedy: kisiRemedy },
  { name: 'member', tried: 'GET /members/{id}', remedy: kisiRemedy },
];

/** People who open a door have Wi-Fi, for as long as doors open for them. */
export const kisi = defineConnector({
  key: 'kisi',
  name: 'Kisi',
  family: 'access',
  factKind: 'presence',
  settings: KisiSettings,
  preset: 'presence',
  rights: kisiRights,
  schedule: { full: '11 * * * *', incremental: null },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    '1. In Kisi open *My account > API > Add API key*, signed in as somebody who may see the members of the ' +
      'organization. Copy the key.',
    '2. Make the connection with the key and a signature key of your own (16 characters or more), and test it.',
    '3. In Kisi open *Organization > Integrations > Add integration > Event webhook*: the address ' +
      '`/hooks/{connection id}`, the same **signature key**, and the events `lock.unlock`, `member.create`, ' +
      '`member.update`, `member.destroy`, `user.update` and `user.destroy`.',
  ].join('\n'),
  api: (session) => new KisiClient(session),
  tested: {
    address: ({ base_url: base }) => base,
    credentialsRemedy: 'Kisi > My account > API: make a new key, of an account that may see the members',
    rights: async (tried, { api, settings, session }, signal) => {
      const found = await tried.right(
        'members',
        () => api.members(0, signal),
        ({ total }) => `${total} members`,
      );
      // An id that nobody has: "not found" is a good answer, too.
      await tried.right(
        'member',
        () => api.member(String(found?.members[0]?.id ?? 0), signal),
        () => 'A single member may be read',
      );
      tried.add(settings.signature_key ? await webhookCheck(api, session.connectionId, signal) : withoutWebhooks);
    },
  },
  list: kisiMembers,
  reads: kisiReads,
  receives: ({ settings, clock }) => new KisiWebhooks(settings, clock),
});

const withoutWebhooks: Check = {
  name: 'webhooks',
  ok: true,
  detail: 'None: without a signature key every webhook is refused, and doors are seen with the hourly scan',
};

/**
 * Kisi disables a webhook that has failed for long, and reports that nowhere else. A key that may not read integrations
 * is no fault.
 */
async function webhookCheck(client: KisiClient, connectionId: string, signal: AbortSignal): Promise<Check> {
  const [name, tried] = ['webhooks', 'GET /integrations'];
  try {
    const ours = (await client.integrations(signal)).find(({ url }) => url?.includes(connectionId));
    if (ours?.disabled_due_to_error)
      return {
        name,
        ok: false,
        tried,
        detail: `Kisi switched the event webhook ${ours.id} off after errors`,
        remedy: 'Kisi > Organization > Integrations: switch it on again',
      };
    return {
      name,
      ok: true,
      tried,
      detail: ours
        ? 'Kisi posts to this connection'
        : 'Kisi names no event webhook with the address of this connection',
    };
  } catch (error) {
    if (error instanceof ConnectorProblem && (error.code === 'credentials_refused' || error.code === 'gone'))
      return { name, ok: true, tried, detail: 'Not looked at: the key may not see integrations' };
    return {
      name,
      ok: false,
      tried,
      detail: error instanceof ConnectorProblem ? error.message : 'The check was given up',
      remedy: 'Test again in a while',
    };
  }
}
