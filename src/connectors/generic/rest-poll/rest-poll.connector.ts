import { kindOf } from '../../../provisioning/connector/mapping/mapping-rules.js';
import { usualPresets } from '../../../provisioning/connector/mapping/usual-presets.js';
import type { Check, ConnectorDefinition } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { ListClient } from './rest-poll.client.js';
import { PolledList } from './rest-poll.list.js';
import { ListMapping } from './rest-poll.mapping.js';
import { RestPollSettings } from './rest-poll.settings.js';

/** Any system with a JSON list: how it is asked and what its records mean are data. */
export const restPoll: ConnectorDefinition<RestPollSettings> = {
  key: 'rest-poll',
  name: 'REST list of any system',
  family: 'generic',
  factKind: 'employment',
  factsBy: ({ mapping }) => usualPresets(kindOf(mapping)),
  abilities: ['polls', 'snapshots'],
  settings: RestPollSettings,
  preset: 'staff',
  schedule: { full: '23 * * * *', incremental: '*/5 * * * *' },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: `1. Ask the system's documentation for a list in JSON: its **address**, how to **authenticate**, how it is cut into **pages**, and whether it can be asked for what changed **since** an instant.
2. Write a **mapping**: where the list is in the answer (\`records\`), what names a record (\`key\`), which records mean what (\`match\`), where each fact is (\`fields\`). docs/bring-your-own.md has complete ones.
3. Make the connection with \`enabled: false\`; \`POST /connections/{id}/test\` asks for the first page and says what it finds, \`POST /connections/{id}/preview {"payload": …}\` shows what an answer would do.
4. Enable it. Full lists find who is gone; more removals at once than the safety settings allow are held for approval.`,
  connect: (session) => {
    const { settings, clock } = session;
    const client = new ListClient(session);
    const mapping = new ListMapping(settings);
    const list = new PolledList(client, mapping, settings, clock);
    return {
      test: (signal) => test(client, mapping, settings, signal),
      polls: list,
      snapshots: list,
      pasted: ({ body }) => mapping.pasted(body),
    };
  },
};

async function test(client: ListClient, mapping: ListMapping, { url, paging }: RestPollSettings, signal: AbortSignal): Promise<readonly Check[]> {
  try {
    const answer = await client.page(null, null, signal);
    const { records, total, next } = answer;
    const changes = await mapping.changesOf(answer, signal);
    const odd = changes.flatMap((change) => (change.kind === 'malformed' ? [change.problem.detail] : []));
    return [
      { name: 'reachable', ok: true, detail: new URL(url).host },
      { name: 'credentials', ok: true, detail: 'The list is given to us' },
      { name: 'list', ok: true, detail: `${records.length} records in the first page${total === undefined ? '' : ` of ${total}`}; ${next ? 'there are more pages' : paging.style === 'none' ? 'it is one page' : 'it is the last page'}` },
      { name: 'mapping', ok: odd.length === 0, detail: odd.length === 0 ? `${changes.filter(({ kind }) => kind === 'ignored').length} of them are ignored` : `${odd.length} of them are not understood; the first: ${odd[0]}` },
    ];
  } catch (error) {
    const detail = error instanceof ConnectorProblem ? error.message : 'The check was given up';
    const code = error instanceof ConnectorProblem ? error.code : 'unreachable';
    const name = code === 'credentials_refused' ? 'credentials' : code === 'unreachable' ? 'reachable' : 'list';
    return [{ name, ok: false, detail }];
  }
}
