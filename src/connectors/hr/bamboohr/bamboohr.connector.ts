import type { Check, Connector, ConnectorDefinition, ConnectorSession } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { BambooHrClient } from './bamboohr.client.js';
import { BambooHrPolls } from './bamboohr.polls.js';
import { BambooHrReader } from './bamboohr.reader.js';
import { BambooHrSettings } from './bamboohr.settings.js';
import { BambooHrSnapshots } from './bamboohr.snapshots.js';
import { BambooHrWebhooks } from './bamboohr.webhooks.js';
import { employeeFields } from './bamboohr.wire.js';

export const bamboohr: ConnectorDefinition<BambooHrSettings> = {
  key: 'bamboohr',
  name: 'BambooHR',
  family: 'hr',
  factKind: 'employment',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: BambooHrSettings,
  preset: 'staff',
  schedule: { full: '23 3 * * *', incremental: '*/15 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 86_400 },
  setUp: `1. In BambooHR make an **access level** that may view, of all employees: Employee #, Status, Employment Status (the table), Work Email, First, Preferred and Last Name, Hire Date,
Termination Date, Department, Division, Location, Job Title; nothing else. Give it to a user of its own.
2. Sign in as that user, click the name at the lower left, **API Keys > Add New Key**, and copy the key: it is shown once.
3. Optional, for changes within seconds: **Settings > Webhooks > Add Webhook** (or \`POST /api/v1/webhooks\`) as the same user, address \`/hooks/{connection id}\`, JSON, events employee created, updated, deleted;
monitor Status, Employment Status, Hire Date, Work Email, names, Department, Location. Copy the **private key** that is shown then into \`webhook_key\`.`,
  connect: (session) => connect(session),
};

function connect(session: ConnectorSession<BambooHrSettings>): Connector {
  const { settings, clock } = session;
  const client = new BambooHrClient(session);
  return {
    test: (signal) => test(client, session, signal),
    receives: new BambooHrWebhooks(settings, clock),
    polls: new BambooHrPolls(client, clock),
    snapshots: new BambooHrSnapshots(client, settings, clock),
    reads: new BambooHrReader(client, settings, clock),
  };
}

/** Fields the key's owner may not see are silently left out: only a comparison shows that. */
async function test(client: BambooHrClient, { settings }: ConnectorSession<BambooHrSettings>, signal: AbortSignal): Promise<readonly Check[]> {
  const checks: Check[] = [];
  try {
    const names = await client.datasetFields(signal);
    checks.push({ name: 'credentials', ok: true, detail: settings.base_url });
    const hidden = employeeFields.filter((field) => !names[field]);
    checks.push({ name: 'fields', ok: hidden.length === 0, detail: hidden.length === 0 ? 'All wanted fields are visible' : `Let the key's owner view ${hidden.join(', ')}` });
    const rows = await client.statusRows('0', signal);
    checks.push({ name: 'employment_status', ok: rows !== null, detail: rows === null ? 'Let the key\'s owner view the table Employment Status: without it, terminations are known on their day only' : 'Terminations are known ahead' });
    checks.push({ name: 'webhooks', ok: true, detail: settings.webhook_key ? 'Signed with the webhook key' : 'None: changes are found by polls' });
    return checks;
  } catch (error) {
    const isRefused = error instanceof ConnectorProblem && ['credentials_refused', 'settings_invalid', 'gone'].includes(error.code);
    return [...checks, { name: checks.length > 0 ? 'fields' : isRefused ? 'credentials' : 'reachable', ok: false, detail: error instanceof ConnectorProblem ? error.message : 'The check was given up' }];
  }
}
