import type { Right } from '../../../provisioning/connector/connector.js';
import { defineConnector } from '../../../provisioning/connector/define-connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { BambooHrClient } from './bamboohr.client.js';
import { BambooHrPolls } from './bamboohr.polls.js';
import { BambooHrReader } from './bamboohr.reader.js';
import { BambooHrSettings } from './bamboohr.settings.js';
import { bambooList } from './bamboohr.snapshots.js';
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

export const bamboohr = defineConnector({
  key: 'bamboohr',
  name: 'BambooHR',
  family: 'hr',
  factKind: 'employment',
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
  api: (session) => new BambooHrClient(session),
  tested: {
    address: ({ base_url: base }) => base,
    credentialsRemedy:
      'Sign in to BambooHR as the user of this connection, API Keys > Add New Key, and give the new key as api_key',
    /**
     * The employee record silently omits fields that may not be seen, and the data set refuses them: this tries each on
     * one person.
     */
    rights: async (tried, { api, clock }, signal) => {
      const person = await tried.right(
        'people',
        () => api.anybody(signal),
        (found) => (found ? 'The list is given' : 'The list is given, and empty'),
      );
      if (person) {
        const names = await api.datasetFields(signal);
        const record = await tried.right(
          'person',
          async () => visible(await api.employee(String(person.id), signal)),
          (read) => (read ? 'A single person is given' : 'The person is gone meanwhile'),
        );
        const hidden = employeeFields.filter((field) => !names[field] || (record && !(field in record)));
        if (hidden.length > 0) tried.missing('fields', `Not visible: ${hidden.join(', ')}`);
        else tried.given('fields', `Visible: ${employeeFields.join(', ')}`);
      }
      await tried.right(
        'employment_status',
        async () => visible(await api.statusRows(person ? String(person.id) : '0', signal)),
        () => 'Terminations are known ahead',
      );
      await tried.right(
        'changes',
        () => api.changed(clock.instant().replace(/\.\d+Z$/, 'Z'), signal),
        () => 'Changes are told',
      );
    },
    webhooks: ({ webhook_key: key }) => key && 'Signed with the webhook key',
  },
  list: bambooList,
  polls: ({ api, clock }) => new BambooHrPolls(api, clock),
  reads: ({ api, settings, clock }) => new BambooHrReader(api, settings, clock),
  receives: ({ settings, clock }) => new BambooHrWebhooks(settings, clock),
});

/** Null: 403. */
function visible<Found>(found: Found | null): Found {
  if (found === null)
    throw new ConnectorProblem('credentials_refused', "403: the key's owner may not see it", { status: 403 });
  return found;
}
