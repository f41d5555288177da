import { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type {
  Check,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Right,
} from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { BambooHrClient } from './bamboohr.client.js';
import { BambooHrPolls } from './bamboohr.polls.js';
import { BambooHrReader } from './bamboohr.reader.js';
import { BambooHrSettings } from './bamboohr.settings.js';
import { BambooHrSnapshots } from './bamboohr.snapshots.js';
import { BambooHrWebhooks } from './bamboohr.webhooks.js';
import { employeeFields } from './bamboohr.wire.js';

const inAccessLevel = "BambooHR, Settings > Access Levels > the level of the key's user";
const bamboohrRights: readonly Right[] = [
  {
    name: 'people',
    tried: 'POST /api/v2/datasets/employee/data',
    remedy: `${inAccessLevel}: all employees, and at least Employee # and Status, View`,
  },
  { name: 'person', tried: 'GET /api/v1/employees/{id}', remedy: `${inAccessLevel}: all employees` },
  {
    name: 'fields',
    tried: 'each wanted field, in the list and of one person',
    remedy: `${inAccessLevel}: View for the fields that the detail names`,
  },
  {
    name: 'employment_status',
    tried: 'GET /api/v1/employees/{id}/tables/employmentStatus',
    remedy:
      `${inAccessLevel}: View for the table Employment Status; without it, terminations are known on their day ` +
      'only',
  },
  { name: 'changes', tried: 'GET /api/v1/employees/changed', remedy: `${inAccessLevel}: all employees` },
];

export const bamboohr: ConnectorDefinition<BambooHrSettings> = {
  key: 'bamboohr',
  name: 'BambooHR',
  family: 'hr',
  factKind: 'employment',
  abilities: ['receives', 'polls', 'snapshots', 'reads'],
  settings: BambooHrSettings,
  preset: 'staff',
  rights: bamboohrRights,
  schedule: { full: '23 3 * * *', incremental: '*/15 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 86_400 },
  setUp: [
    '1. In BambooHR make an **access level** that may view, of all employees: Employee #, Status, Employment ' +
      'Status (the table), Work Email, First, Preferred and Last Name, Hire Date, Termination Date, Department, ' +
      'Division, Location, Job Title; nothing else. Give it to a user of its own.',
    '2. Sign in as that user, click the name at the lower left, **API Keys > Add New Key**, and copy the key: ' +
      'it is shown once.',
    '3. Optional, for changes within seconds: **Settings > Webhooks > Add Webhook** (or `POST ' +
      '/api/v1/webhooks`) as the same user, address `/hooks/{connection id}`, JSON, events employee created, ' +
      'updated, deleted; monitor Status, Employment Status, Hire Date, Work Email, names, Department, Location. ' +
      'Copy the **private key** that is shown then into `webhook_key`.',
  ].join('\n'),
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

/**
 * The employee record silently omits fields that may not be seen, and the data set refuses them: this tries each on one
 * person.
 */
async function test(
  client: BambooHrClient,
  { settings, clock }: ConnectorSession<BambooHrSettings>,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const tried = new ConnectionTest({
    address: settings.base_url,
    rights: bamboohrRights,
    credentialsRemedy:
      'Sign in to BambooHR as the user of this connection, API Keys > Add New Key, and give the new key as api_key',
  });
  const person = await tried.right(
    'people',
    () => client.anybody(signal),
    (found) => (found ? 'The list is given' : 'The list is given, and empty'),
  );
  if (person) {
    const names = await client.datasetFields(signal);
    const record = await tried.right(
      'person',
      async () => visible(await client.employee(String(person.id), signal)),
      (read) => (read ? 'A single person is given' : 'The person is gone meanwhile'),
    );
    const hidden = employeeFields.filter((field) => !names[field] || (record && !(field in record)));
    if (hidden.length > 0) tried.missing('fields', `Not visible: ${hidden.join(', ')}`);
    else tried.given('fields', `Visible: ${employeeFields.join(', ')}`);
  }
  await tried.right(
    'employment_status',
    async () => visible(await client.statusRows(person ? String(person.id) : '0', signal)),
    () => 'Terminations are known ahead',
  );
  await tried.right(
    'changes',
    () => client.changed(clock.instant().replace(/\.\d+Z$/, 'Z'), signal),
    () => 'Changes are told',
  );
  tried.add({
    name: 'webhooks',
    ok: true,
    detail: settings.webhook_key ? 'Signed with the webhook key' : 'None: changes are found by polls',
  });
  return tried.checks;
}

/** Null: 403. */
function visible<Found>(found: Found | null): Found {
  if (found === null)
    throw new ConnectorProblem('credentials_refused', "403: the key's owner may not see it", { status: 403 });
  return found;
}
