import type { Clock } from '../../../kernel/clock.js';
import { kindOf } from '../../../provisioning/connector/mapping/mapping-rules.js';
import { usualPresets } from '../../../provisioning/connector/mapping/usual-presets.js';
import { ConnectionTest } from '../../../provisioning/connector/connection-test.js';
import type { Check, ConnectorDefinition, Right } from '../../../provisioning/connector/connector.js';
import { ListClient } from './rest-poll.client.js';
import { PolledList } from './rest-poll.list.js';
import { ListMapping } from './rest-poll.mapping.js';
import { RestPollSettings } from './rest-poll.settings.js';
import type { VendorAnswer } from './rest-poll.wire.js';

const mayRead = 'Let the account of the secret read this list in the system';
const listRights: readonly Right[] = [
  { name: 'list', tried: 'GET the first page', remedy: mayRead },
  { name: 'changes', tried: 'GET the first page with the parameter of since', remedy: mayRead },
];

/** Any system with a JSON list: settings say how to request it and what its records mean. */
export const restPoll: ConnectorDefinition<RestPollSettings> = {
  key: 'rest-poll',
  name: 'REST list of any system',
  family: 'generic',
  factKind: 'employment',
  factsBy: ({ mapping }) => usualPresets(kindOf(mapping)),
  abilities: ['polls', 'snapshots'],
  settings: RestPollSettings,
  preset: 'staff',
  rights: listRights,
  schedule: { full: '23 * * * *', incremental: '*/5 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: [
    "1. Ask the system's documentation for a list in JSON: its **address**, how to **authenticate**, how it " +
      'is cut into **pages**, and whether it can be asked for what changed **since** an instant.',
    '2. Write a **mapping**: where the list is in the answer (`records`), what names a record (`key`), which ' +
      'records mean what (`match`), where each fact is (`fields`). The form fills it in part by part.',
    '3. Save the draft and test it: the test reads the first page. The preview then shows who would get access, ' +
      'and changes nothing.',
    '4. Enable it. Full lists find who is gone; more removals at once than the safety settings allow are held ' +
      'for approval.',
  ].join('\n'),
  connect: (session) => {
    const { settings, clock } = session;
    const client = new ListClient(session);
    const mapping = new ListMapping(settings);
    const list = new PolledList(client, mapping, settings, clock);
    return {
      test: (signal) => test(client, mapping, settings, clock, signal),
      polls: list,
      snapshots: list,
      pasted: ({ body }) => mapping.pasted(body),
      mapped: (body, most) => mapping.trialsOf(body, most),
    };
  },
};

async function test(
  client: ListClient,
  mapping: ListMapping,
  { url, paging, since }: RestPollSettings,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const tried = new ConnectionTest({
    address: new URL(url).host,
    rights: listRights,
    credentialsRemedy: 'Compare authentication and secret with what the system wants',
  });
  const answer = await tried.right(
    'list',
    () => client.page(null, null, signal),
    ({ records, total, next }) =>
      `${records.length} records in the first page${total === undefined ? '' : ` of ${total}`}; ` +
      `${next ? 'there are more pages' : paging.style === 'none' ? 'it is one page' : 'it is the last page'}`,
  );
  if (answer) tried.add(await mappingCheck(mapping, answer, signal));
  if (since)
    await tried.right(
      'changes',
      () => client.page(null, clock.instant(), signal),
      ({ records }) => `${records.length} changed since now`,
    );
  return tried.checks;
}

async function mappingCheck(mapping: ListMapping, answer: VendorAnswer, signal: AbortSignal): Promise<Check> {
  const changes = await mapping.changesOf(answer, signal);
  const odd = changes.flatMap((change) => (change.kind === 'malformed' ? [change.problem.detail] : []));
  const [name, tried] = ['mapping', 'the records of the first page'];
  if (odd.length > 0)
    return {
      name,
      ok: false,
      tried,
      detail: `${odd.length} of them are not understood; the first: ${odd[0]}`,
      remedy: 'Correct the mapping; the preview shows the result',
    };
  return {
    name,
    ok: true,
    tried,
    detail: `${changes.filter(({ kind }) => kind === 'ignored').length} of them are ignored`,
  };
}
