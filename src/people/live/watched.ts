import { laterBy } from '../../kernel/clock.js';
import { type LogPlace, type LogRow, mostRows, type Source, sources, type StateRow } from './change-rows.repository.js';
import { isTopic, type LiveChange, type Topic } from './topics.js';

/**
 * A row becomes visible when its transaction commits, perhaps after rows with a later place. So the last seconds are
 * read again each time. What commits later than this belongs to a run or a bulk job, whose end is told as `many`.
 */
const againSeconds = 5;

const noId = '00000000-0000-0000-0000-000000000000';
const noInstant = '-infinity';

/** What a run may have changed when it ends. */
const ofRuns = ['guests', 'operations', 'users', 'vouchers', 'devices'] as const;

/** Resources of the audit that belong to another topic, and have ids of their own. */
const partsOf: Readonly<Record<string, Topic>> = {
  'network-clients': 'networks',
  'certificate-authorities': 'certificates',
  'connection-tokens': 'connections',
  'connection-privacy': 'connections',
  'delivery-settings': 'connections',
  'alert-contacts': 'alerts',
  alertcontacts: 'alerts',
};

/** Ids by topic; null: too many to name. */
type Found = Map<Topic, Set<string> | null>;

/** One organization that somebody watches: how far its logs were read, and what was under way. */
export class Watched {
  private readonly places = new Map<Source, string>();
  private readonly seen = new Map<Source, ReadonlySet<string>>();
  private states: ReadonlyMap<string, StateRow> | null = null;
  private isFirst = true;
  /** How many sessions the last look found that had begun. */
  private begun = 0;

  constructor(private readonly organizationId: string) {}

  /** Where to go on reading. */
  get logPlaces(): LogPlace[] {
    return sources.map((source) => ({
      organizationId: this.organizationId,
      source,
      since: sinceOf(source, this.places.get(source)),
    }));
  }

  /** What is new since the last look; the first one only notes what there is. */
  changes(log: readonly LogRow[], states: readonly StateRow[]): LiveChange[] {
    const found: Found = new Map();
    for (const source of sources)
      this.readLog(
        source,
        log.filter((row) => row.source === source),
        found,
      );
    this.readStates(states, found);
    const { isFirst, organizationId } = this;
    this.isFirst = false;
    if (isFirst) return [];
    return [...found].map(([topic, ids]) => ({
      organizationId,
      topic,
      ids: ids === null ? 'many' : [...ids],
    }));
  }

  private readLog(source: Source, rows: readonly LogRow[], found: Found): void {
    const before = this.seen.get(source);
    const fresh = rows.filter(({ id }) => !before?.has(id));
    // An empty log keeps its place: its first row must be told.
    if (rows.length > 0)
      this.places.set(
        source,
        rows
          .map(({ place }) => place)
          .sort()
          .at(-1)!,
      );
    this.seen.set(source, new Set(rows.map(({ id }) => id)));
    if (source === 'sessions') this.begun = fresh.length;
    const isTooMuch = fresh.length > 0 && rows.length > mostRows;
    for (const row of fresh) for (const [topic, id] of toldBy(row)) note(found, topic, isTooMuch ? null : id);
    // Behind the rows that fit there may be some of any kind.
    if (isTooMuch && source === 'audit') for (const topic of auditedTopics) note(found, topic, null);
  }

  private readStates(rows: readonly StateRow[], found: Found): void {
    const before = this.states;
    const now = new Map(rows.map((row) => [`${row.topic} ${row.id}`, row]));
    this.states = now;
    if (!before) return;
    for (const [key, row] of now)
      if (row.topic === 'online') this.readOpen(Number(before.get(key)?.version ?? 0), Number(row.version), found);
      else if (before.get(key)?.version !== row.version) note(found, row.topic, row.id);
    for (const [key, row] of before) {
      if (now.has(key)) continue;
      if (row.topic === 'online') this.readOpen(Number(row.version), 0, found);
      else note(found, row.topic, row.id);
      // What it wrote may have become visible long after its place in the logs.
      if (row.topic === 'runs') for (const topic of ofRuns) note(found, topic, null);
      if (row.topic === 'bulk' && row.resource !== null && isTopic(row.resource)) note(found, row.resource, null);
    }
  }

  /**
   * How many sessions are open; of shards, none is no row. The difference that those which began do not explain have
   * ended, nobody says which.
   */
  private readOpen(before: number, now: number, found: Found): void {
    if (now - before !== this.begun) note(found, 'online', null);
  }
}

const auditedTopics: readonly Topic[] = [
  'users', 'user-groups', 'vouchers', 'devices', 'policies', 'certificates', 'networks', 'captive-portals', 'gateways',
  'registrations', 'authentication-providers', 'webhooks', 'operators', 'roles', 'keys', 'organizations',
  'connections', 'runs', 'files', 'bulk',
]; // prettier-ignore

function* toldBy({ source, id, resource, resourceId }: LogRow): Generator<readonly [Topic, string | null]> {
  if (source === 'logins') yield ['logins', id];
  if (source === 'sessions') yield ['online', id];
  if (source === 'operations') {
    yield ['operations', id];
    if (resourceId !== null) yield ['guests', resourceId];
  }
  if (source !== 'audit' || resource === null) return;
  if (isTopic(resource)) yield [resource, resourceId];
  else if (resource in partsOf) yield [partsOf[resource], null];
}

function note(found: Found, topic: Topic, id: string | null): void {
  const ids = found.get(topic);
  if (ids === null) return;
  if (id === null || (ids && ids.size >= mostRows && !ids.has(id))) found.set(topic, null);
  else found.set(topic, (ids ?? new Set()).add(id));
}

function sinceOf(source: Source, place: string | undefined): string {
  if (source !== 'audit') return place === undefined ? noInstant : laterBy(place, -againSeconds);
  if (place === undefined) return noId;
  const milliseconds = Number.parseInt(place.replaceAll('-', '').slice(0, 12), 16) - againSeconds * 1000;
  const digits = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}${noId.slice(13)}`;
}
