import { ConnectorProblem } from '../../../src/provisioning/connector/connector-problem.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import type {
  Accepted,
  Check,
  Connector,
  ConnectorDefinition,
  InboundRequest,
  RecordPage,
  SnapshotPage,
} from '../../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../../src/provisioning/connector/cursor.js';
import type { StoredMessage } from '../../../src/provisioning/connector/stored-message.js';
import type { Link } from '../../../src/provisioning/connector/listens.js';
import { Setting } from '../../../src/provisioning/connector/setting.js';
import type { Stay } from '../../../src/provisioning/facts/facts.js';

type Hints = readonly { readonly of: 'record' | 'parent' | 'guest'; readonly key: string }[];

export class ScriptedSettings {
  @Setting({ type: 'string', title: 'Secret in the header of each push', secret: true, default: 'open sesame' })
  push_secret: string;
}

/** An outside system that says what a test tells it to. A message is a JSON array of changes. */
export class OutsideSystem {
  /** What reading a record, parent or guest brings. */
  readonly records = new Map<string, Change[]>();
  readonly readings: Hints[] = [];
  /** Thrown by the next readings, polls and pages, in this order. */
  readonly failures: Error[] = [];
  /** The full list, page by page. */
  pages: (SnapshotPage | Error)[] = [];
  polled: RecordPage[] = [];
  /** Thrown behind the last page of each poll while it is set. */
  pollFailure: Error | null = null;
  readonly pollCursors: (Cursor | null)[] = [];
  /** Thrown by every reading while it is set. */
  readFailure: Error | null = null;
  /** Readings wait for this. */
  answering: Promise<void> = Promise.resolve();
  healthy = true;
  tests = 0;
  connected = 0;
  closed = 0;
  links: { readonly link: Link; readonly signal: AbortSignal }[] = [];
  fullListAsked = 0;
  /** Whether the link is in a state to ask for a list. */
  canAsk = true;
  /** Called before each page is handed over. */
  beforePage: (index: number) => Promise<void> | void = () => undefined;

  connector(abilities: readonly string[], settings: ScriptedSettings): Connector {
    this.connected += 1;
    const has = (ability: string) => abilities.includes(ability);
    const interpret = (message: StoredMessage) => changesIn(message);
    return {
      test: async (): Promise<Check[]> => {
        this.tests += 1;
        return [{ name: 'reach', ok: this.healthy, detail: this.healthy ? 'answers' : 'refuses' }];
      },
      close: async () => {
        this.closed += 1;
      },
      receives: has('receives') ? { verify: async (request) => accepted(request, settings), interpret } : undefined,
      listens: has('listens') ? { listen: (link, signal) => this.listen(link, signal), interpret } : undefined,
      reads: has('reads') ? { read: (hints) => this.read(hints) } : undefined,
      polls: has('polls') ? { changes: (cursor) => this.changes(cursor) } : undefined,
      snapshots: has('snapshots') ? { all: (cursor) => this.all(cursor) } : undefined,
    };
  }

  private fail(): void {
    const failure = this.failures.shift();
    if (failure) throw failure;
  }

  private async read(hints: Hints): Promise<readonly Change[]> {
    this.readings.push(hints);
    await this.answering;
    if (this.readFailure) throw this.readFailure;
    this.fail();
    return hints.flatMap(({ key }) => this.records.get(key) ?? []);
  }

  private async *changes(cursor: Cursor | null): AsyncGenerator<RecordPage> {
    this.pollCursors.push(cursor);
    this.fail();
    yield* this.polled;
    if (this.pollFailure) throw this.pollFailure;
  }

  private async *all(cursor: Cursor | null): AsyncGenerator<SnapshotPage> {
    for (let index = Number(cursor?.page ?? 0); index < this.pages.length; index += 1) {
      await this.beforePage(index);
      this.fail();
      const page = this.pages[index];
      if (page instanceof Error) {
        this.pages[index] = { changes: [], cursor: {} };
        throw page;
      }
      yield page;
    }
  }

  private listen(link: Link, signal: AbortSignal): Promise<void> {
    this.links.push({ link, signal });
    link.onFullListWanted(() => {
      if (this.canAsk) this.fullListAsked += 1;
      return this.canAsk;
    });
    link.state('connected');
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve());
    });
  }
}

function accepted(request: InboundRequest, settings: ScriptedSettings): Accepted {
  if (request.headers['x-secret'] !== settings.push_secret)
    throw new ConnectorProblem('signature_invalid', 'The secret is wrong');
  return { dedupeKey: request.headers['x-event-id'], answer: { status: 202, body: 'thanks' } };
}

function changesIn({ body }: StoredMessage): Change[] {
  const text = body.toString('utf8');
  if (text === 'nonsense') throw new ConnectorProblem('record_malformed', 'Not a list of changes');
  if (text === 'bug') throw new TypeError('undefined is not a function');
  return JSON.parse(text) as Change[];
}

export function scriptedDefinition(
  outside: OutsideSystem,
  key: string,
  abilities: ConnectorDefinition['abilities'],
  absence = { scans: 2, minimumAgeSeconds: 1_800 },
): ConnectorDefinition<ScriptedSettings> {
  return {
    key,
    name: 'Scripted',
    family: 'pms',
    factKind: 'stay',
    abilities,
    settings: ScriptedSettings,
    preset: 'hotel',
    schedule: { full: '17 4 * * *', incremental: '*/10 * * * *' },
    absence,
    setUp: '',
    connect: (session) => outside.connector(abilities, session.settings),
  };
}

/** A guest in the house. */
export function stay(facts: Partial<Stay> = {}): Stay {
  return { kind: 'stay', status: 'in_house', room: '101', lastName: 'Nováková', ...facts };
}

export function record(key: string, facts: Partial<Stay> = {}, version?: string): Change {
  return { kind: 'record', mode: 'replace', record: { key, version, facts: stay(facts) } };
}

/** The pages of a complete list of these records. */
export function fullList(records: readonly Change[], perPage = 2): SnapshotPage[] {
  const pages: SnapshotPage[] = [];
  for (let from = 0; from < records.length; from += perPage)
    pages.push({ changes: records.slice(from, from + perPage), cursor: { page: pages.length + 1 } });
  const last = pages.pop() ?? { changes: [], cursor: { page: 1 } };
  return [...pages, { ...last, complete: { declaredTotal: records.length } }];
}
