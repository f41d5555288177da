import type { Check, Connector, ConnectorDefinition, ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { MewsClient } from './mews.client.js';
import { MewsHouse } from './mews.house.js';
import { MewsPolls } from './mews.polls.js';
import { MewsReader } from './mews.reader.js';
import { MewsSettings } from './mews.settings.js';
import { MewsSnapshots } from './mews.snapshots.js';
import { hotelNamedIn, MewsWebhooks } from './mews.webhooks.js';

/** Mews hands us ids by webhook, and everything else when asked. */
export const mews: ConnectorDefinition<MewsSettings> = {
  key: 'mews',
  name: 'Mews',
  family: 'pms',
  factKind: 'stay',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: MewsSettings,
  preset: 'hotel',
  installations: { setting: 'enterprise_id', named: hotelNamedIn },
  // Webhooks take Mews 2 to 5 minutes; two requests a minute find a check-in sooner.
  schedule: { full: '*/30 * * * *', incremental: '* * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: `Ask Mews for an integration with the Connector API and the guest technology scope: configuration, services, resources, resource categories,
reservations, companionships and customers, all read only. Mews hands out one **client token**.

1. In the hotel's Mews Operations open *Main menu > Marketplace*, find the integration and connect it.
2. Copy the **access token** from *Marketplace > My subscriptions > the integration > Settings*.
3. Optional: ask Mews support for general webhooks with the events ServiceOrderUpdated, CustomerAdded, CustomerUpdated and ResourceUpdated, to the address
   \`/hooks/apps/mews/{webhook token}\`, which serves every hotel of the integration by its \`enterprise_id\`. Without them, changes are found by polls once a minute.`,
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<MewsSettings>): Connector {
  const { settings, clock } = session;
  const client = new MewsClient(session);
  const house = new MewsHouse(client, settings, clock);
  const reader = new MewsReader(client, house, clock, settings.expected_days);
  return {
    test: (signal) => test(client, house, session, signal),
    receives: new MewsWebhooks(settings),
    polls: new MewsPolls(client, house, reader, clock),
    snapshots: new MewsSnapshots(client, house, reader, clock, settings.expected_days),
    reads: reader,
  };
}

const tolerableSkewSeconds = 120;

async function test(client: MewsClient, house: MewsHouse, { clock, settings }: ConnectorSession<MewsSettings>, signal: AbortSignal): Promise<readonly Check[]> {
  const checks: Check[] = [];
  try {
    const { Enterprise: enterprise, NowUtc: now } = await client.configuration(signal);
    checks.push({ name: 'reachable', ok: true, detail: settings.base_url });
    checks.push({ name: 'credentials', ok: true, detail: `${enterprise.Name}, ${enterprise.TimeZoneIdentifier}` });
    checks.push(clockCheck(Math.round((clock.milliseconds() - Date.parse(now)) / 1000)));
    if (settings.enterprise_id && settings.enterprise_id.toLowerCase() !== enterprise.Id.toLowerCase()) {
      checks.push({ name: 'enterprise', ok: false, detail: `The access token belongs to ${enterprise.Name} (${enterprise.Id}), enterprise_id names another hotel` });
    }
    const { stayServiceIds } = await house.current(signal);
    checks.push({ name: 'stay_services', ok: true, detail: `Reservations of ${stayServiceIds.join(', ')} are stays` });
    checks.push({ name: 'webhooks', ok: true, detail: settings.webhook_token ? 'The address ends in the webhook token' : 'None: changes are found by polls' });
    return checks;
  } catch (error) {
    return [...checks, failed(error, checks.length > 0)];
  }
}

/** Polls ask for what changed up to now by our clock; the overlap bears a few minutes, not more. */
function clockCheck(skewSeconds: number): Check {
  const ok = !(Math.abs(skewSeconds) > tolerableSkewSeconds);
  return { name: 'clock', ok, detail: ok ? 'Agrees with Mews' : `This clock is ${Math.abs(skewSeconds)} s ${skewSeconds > 0 ? 'ahead of' : 'behind'} Mews; set it by a time server` };
}

function failed(error: unknown, isConnected: boolean): Check {
  const detail = error instanceof ConnectorProblem ? error.message : 'The check was given up';
  if (isConnected) return { name: 'stay_services', ok: false, detail };
  return { name: error instanceof ConnectorProblem && error.code === 'credentials_refused' ? 'credentials' : 'reachable', ok: false, detail };
}
