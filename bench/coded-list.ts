import type { ConnectorDefinition, SnapshotPage } from '../src/provisioning/connector/connector.js';
import type { VendorApi } from '../src/provisioning/connector/vendor-api.js';
import { built } from './built.js';

const { Setting } = await built<typeof import('../src/provisioning/connector/setting.js')>(
  'provisioning/connector/setting.js',
);
const { VendorApi: Api } = await built<typeof import('../src/provisioning/connector/vendor-api.js')>(
  'provisioning/connector/vendor-api.js',
);

export const perPage = 1000;

class ListSettings {
  @Setting({ type: 'string', title: 'Address of the API', format: 'uri' })
  base_url: string;

  @Setting({ type: 'string', title: 'API key', secret: true })
  api_key: string;
}

interface WrittenPerson {
  readonly id: number;
  readonly status: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly start_date: string;
}

/** What the vendor file of the benchmark says, by hand, for this vendor alone: nothing is looked up in a document. */
export const codedList: ConnectorDefinition<ListSettings> = {
  key: 'coded-list',
  name: 'List in code',
  family: 'hr',
  factKind: 'employment',
  abilities: ['snapshots'],
  settings: ListSettings,
  preset: 'staff',
  schedule: { full: null, incremental: null },
  absence: { scans: 2, minimumAgeSeconds: 1800 },
  setUp: 'For benchmarks.',
  connect: (session) => {
    const api = new Api(session, { vendor: 'Bench', limit: { requests: 6000, windowSeconds: 1 } });
    return {
      test: () => Promise.resolve([]),
      snapshots: { all: (cursor, signal) => pagesOf(api, session.settings, Number(cursor?.page ?? 1), signal) },
    };
  },
};

async function* pagesOf(
  api: VendorApi,
  { base_url: baseUrl, api_key: key }: ListSettings,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<SnapshotPage> {
  for (let page = from; ; page += 1) {
    const url = `${baseUrl}/v1/people?per_page=${perPage}&page=${page}`;
    const asked = { method: 'GET', url, headers: { 'x-api-key': key, accept: 'application/json' } } as const;
    const { data, total } = (await api.json('list', asked, signal)) as {
      readonly data: readonly WrittenPerson[];
      readonly total: number;
    };
    const changes = data.map((person) => ({ kind: 'record', mode: 'replace', record: recordOf(person) }) as const);
    if (page * perPage >= total) return yield { changes, cursor: { done: true }, complete: { declaredTotal: total } };
    yield { changes, cursor: { page: page + 1 } };
  }
}

function recordOf(person: WrittenPerson) {
  return {
    key: String(person.id),
    facts: {
      kind: 'employment',
      status: person.status === 'active' ? 'active' : 'terminated',
      firstName: person.first_name.trim(),
      lastName: person.last_name.trim(),
      email: person.email.trim().toLowerCase(),
      startDate: person.start_date,
    },
  } as const;
}
