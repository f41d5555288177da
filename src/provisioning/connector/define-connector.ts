import type { Clock, Instant } from '../../kernel/clock.js';
import type { Change } from './change.js';
import { ConnectionTest } from './connection-test.js';
import { ConnectorProblem } from './connector-problem.js';
import type {
  Ability,
  Connector,
  ConnectorDefinition,
  ConnectorSession,
  Polls,
  Reads,
  Receives,
  Snapshots,
} from './connector.js';
import type { Cursor } from './cursor.js';
import type { Listens } from './listens.js';

/** What the parts of one connection's connector work with. */
export interface ConnectorParts<Settings extends object, Api> {
  readonly api: Api;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly session: ConnectorSession<Settings>;
}

/** A list that is read place by place: page, offset, cursor, or the next of several lists. */
export interface ListWords<Settings extends object, Api, Place extends object, Reading = undefined> {
  /** What all pages of one reading need, before its first page. */
  begin?(parts: ConnectorParts<Settings, Api>, signal: AbortSignal): Promise<Reading>;
  first(parts: ConnectorParts<Settings, Api>): Place;
  /** The place that was stored; undefined: it cannot be read, and the list begins anew. */
  resumed(cursor: Partial<Record<keyof Place, unknown>>): Place | undefined;
  page(
    parts: ConnectorParts<Settings, Api>,
    place: Place,
    signal: AbortSignal,
    reading: Reading,
  ): Promise<{
    readonly changes: readonly Change[];
    /** Null behind the last page: only then is the list complete. */
    readonly next: Place | null;
    /** As the vendor counts them. */
    readonly total?: number;
  }>;
}

/** What changed since an instant, in windows that end at the moment of the poll. */
export interface ChangesWords<Settings extends object, Api, Place extends { readonly since: Instant }> {
  resumed(cursor: Partial<Record<keyof Place, unknown>>): Place | undefined;
  /** `next.since` is the end of the window once all of it was read. `cursor_expired`: it moved, and is read again. */
  page(
    parts: ConnectorParts<Settings, Api>,
    place: Place,
    now: Instant,
    signal: AbortSignal,
  ): Promise<{ readonly changes: readonly Change[]; readonly next: Place }>;
}

/** A connector of a vendor that is asked: what it has of its own. Abilities are those that it has words for. */
export interface ConnectorWords<
  Settings extends object,
  Api,
  Place extends object,
  Since extends { readonly since: Instant },
  Reading,
> extends Omit<ConnectorDefinition<Settings>, 'abilities' | 'connect'> {
  api(session: ConnectorSession<Settings>): Api;
  readonly tested: {
    address(settings: Settings): string;
    /** What to do when the vendor rejects the credentials. */
    readonly credentialsRemedy: string;
    readonly refusesAlike?: boolean;
    /** Tries each of the rights. */
    rights(tried: ConnectionTest, parts: ConnectorParts<Settings, Api>, signal: AbortSignal): Promise<void>;
    /** How messages are proven; undefined: none comes. */
    webhooks?(settings: Settings): string | undefined;
    /** How changes are found without messages. */
    readonly withoutWebhooks?: string;
  };
  readonly list: ListWords<Settings, Api, Place, Reading>;
  readonly changes?: ChangesWords<Settings, Api, Since>;
  /** In place of changes, where windows are not enough. */
  polls?(parts: ConnectorParts<Settings, Api>): Polls;
  /** Undefined where the settings do not ask for a link. */
  listens?(parts: ConnectorParts<Settings, Api>): Listens | undefined;
  reads?(parts: ConnectorParts<Settings, Api>): Reads;
  receives?(parts: ConnectorParts<Settings, Api>): Receives;
  /** What is no ability: subscriptions, answers, charges. */
  besides?(parts: ConnectorParts<Settings, Api>): Pick<Connector, 'subscriptions' | 'answers' | 'charges'>;
}

const mostRestarts = 3;

/** The connector of those words: its test, cursors, pages, windows. */
export function defineConnector<
  Settings extends object,
  Api,
  Place extends object,
  Since extends { readonly since: Instant } = { readonly since: Instant },
  Reading = undefined,
>(words: ConnectorWords<Settings, Api, Place, Since, Reading>): ConnectorDefinition<Settings> {
  const { api, tested, list, changes, polls, listens, reads, receives, besides, ...definition } = words;
  const abilities: readonly (readonly [Ability, unknown])[] = [
    ['listens', listens],
    ['receives', receives],
    ['polls', changes ?? polls],
    ['snapshots', list],
    ['reads', reads],
  ];
  return {
    ...definition,
    abilities: abilities.filter(([, part]) => part !== undefined).map(([ability]) => ability),
    connect: (session) => {
      const parts = { api: api(session), settings: session.settings, clock: session.clock, session };
      return {
        test: async (signal) => {
          const { credentialsRemedy, refusesAlike } = tested;
          const address = tested.address(session.settings);
          const tries = new ConnectionTest({
            address,
            rights: definition.rights ?? [],
            credentialsRemedy,
            refusesAlike,
          });
          await tested.rights(tries, parts, signal);
          if (receives && tested.webhooks) {
            const { withoutWebhooks = 'None: changes are found by polls' } = tested;
            tries.add({ name: 'webhooks', ok: true, detail: tested.webhooks(session.settings) ?? withoutWebhooks });
          }
          return tries.checks;
        },
        snapshots: snapshotsOf(list, parts),
        ...(changes ? { polls: pollsOf(changes, parts) } : {}),
        ...(polls ? { polls: polls(parts) } : {}),
        ...(listens ? { listens: listens(parts) } : {}),
        ...(reads ? { reads: reads(parts) } : {}),
        ...(receives ? { receives: receives(parts) } : {}),
        ...besides?.(parts),
      };
    },
  };
}

/** The whole list, from its first page or from where a cursor says. */
export function snapshotsOf<Settings extends object, Api, Place extends object, Reading>(
  { begin, first, resumed, page }: ListWords<Settings, Api, Place, Reading>,
  parts: ConnectorParts<Settings, Api>,
): Snapshots {
  return {
    async *all(cursor, signal) {
      const reading = (await begin?.(parts, signal)) as Reading;
      let place: Place | null = cursor === null ? first(parts) : resumedBy(resumed, cursor, 'list');
      while (place) {
        const read: Place = place;
        const { changes, next, total } = await page(parts, read, signal, reading);
        place = next;
        yield next
          ? { changes, cursor: { ...next } as Cursor }
          : { changes, cursor: { ...read } as Cursor, complete: total === undefined ? {} : { declaredTotal: total } };
      }
    },
  };
}

function pollsOf<Settings extends object, Api, Place extends { readonly since: Instant }>(
  { resumed, page }: ChangesWords<Settings, Api, Place>,
  parts: ConnectorParts<Settings, Api>,
): Polls {
  return {
    async *changes(cursor, signal) {
      const now = parts.clock.instant();
      if (cursor === null) return yield { changes: [], cursor: { since: now } };
      let place = resumedBy(resumed, cursor, 'last poll');
      for (let restarts = 0; place.since < now;) {
        try {
          const { changes, next } = await page(parts, place, now, signal);
          place = next;
          yield { changes, cursor: { ...next } as Cursor };
        } catch (error) {
          if (!(error instanceof WindowMoved)) throw error;
          restarts += 1;
          if (restarts > mostRestarts)
            throw new ConnectorProblem('upstream_broken', `${error.message}: it changes faster than it can be read`);
          place = error.from as Place;
        }
      }
    },
  };
}

/** The window of a poll changed while it was read: it is read again from there. */
export class WindowMoved<Place extends { readonly since: Instant }> extends Error {
  constructor(
    operation: string,
    readonly from: Place,
  ) {
    super(operation);
  }
}

function resumedBy<Place extends object>(
  resumed: (cursor: Partial<Record<keyof Place, unknown>>) => Place | undefined,
  cursor: Cursor,
  what: string,
): Place {
  const place = resumed(cursor as Partial<Record<keyof Place, unknown>>);
  if (!place) throw new ConnectorProblem('cursor_expired', `The cursor of the ${what} cannot be read`);
  return place;
}

/**
 * How far a numbered list was read. A record that leaves it moves all later ones up, and one of them is skipped: the
 * vendor's count shows it.
 * @throws ConnectorProblem cursor_expired
 */
export function seenOf(
  operation: string,
  before: { readonly seen: number; readonly total: number | null },
  page: { readonly count: number; readonly total: number },
): number {
  const seen = before.seen + page.count;
  const hasChanged = before.total !== null && before.total !== page.total;
  if (hasChanged || seen > page.total || (seen < page.total && page.count === 0))
    throw new ConnectorProblem('cursor_expired', `${operation}: the list changed while it was read`);
  return seen;
}
