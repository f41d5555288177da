import type { Polls, RecordPage } from '../../../provisioning/connector/connector.js';
import type { Cursor } from '../../../provisioning/connector/cursor.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { eventsAtOnce, type OhipClient } from './ohip.client.js';
import type { OhipSettings } from './ohip.settings.js';
import type { OhipBusinessEvent } from './ohip.wire.js';

/** Before they are kept. */
const mostAnswers = 5;

interface Taken {
  /** Of reservations, each once. */
  readonly ids: readonly string[];
  /** The night audit moves many at once. */
  readonly wantsList: boolean;
}

/**
 * Business events that wait for this external system. Reading takes them away, so what they name is kept in the cursor
 * first, and read from OPERA Cloud after that: if that fails, the next poll goes on with it.
 */
export class OhipPolls implements Polls {
  /** What a connection test had to take away. */
  private tried: readonly OhipBusinessEvent[] = [];

  constructor(
    private readonly client: OhipClient,
    private readonly settings: Pick<OhipSettings, 'external_system' | 'hotel_id'>,
  ) {}

  async *changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage> {
    if (cursor === null) return yield { changes: [], cursor: { pending: [] } };
    let pending = pendingIn(cursor);
    for (;;) {
      while (pending.length > 0) {
        const some = pending.slice(0, eventsAtOnce);
        pending = pending.slice(eventsAtOnce);
        yield { changes: some.map((key) => ({ kind: 'hint', of: 'parent', key })), cursor: { pending } };
      }
      const { ids, wantsList } = await this.take(signal);
      pending = ids;
      yield { changes: [], cursor: { pending }, wantsList };
      if (ids.length === 0) return;
    }
  }

  /** Whether events may be read: one of them at most, which the next poll of this process has. */
  async try(signal: AbortSignal): Promise<number> {
    const { external_system: system } = this.settings;
    const events = system === undefined ? [] : await this.client.takeEvents(system, signal, 1);
    this.tried = [...this.tried, ...events];
    return events.length;
  }

  private async take(signal: AbortSignal): Promise<Taken> {
    const { external_system: system } = this.settings;
    const events = [...this.tried];
    this.tried = [];
    for (let answers = 0; system !== undefined && answers < mostAnswers; answers += 1) {
      const some = await this.client.takeEvents(system, signal).catch((error: unknown) => {
        // Those of earlier answers are nowhere else any more.
        if (events.length === 0) throw error;
        return [];
      });
      events.push(...some);
      if (some.length === 0) break;
    }
    return this.meaningOf(events);
  }

  private meaningOf(events: readonly OhipBusinessEvent[]): Taken {
    const ids = new Set<string>();
    let wantsList = false;
    for (const { businessEvent } of events) {
      const { moduleName, primaryKey, hotelId } = businessEvent?.header ?? {};
      if (typeof hotelId === 'string' && hotelId !== this.settings.hotel_id) continue;
      const module = typeof moduleName === 'string' ? moduleName.replace(/\s/g, '').toLowerCase() : '';
      if (module === 'nightaudit') wantsList = true;
      if (module === 'reservation' && /^\d{1,18}$/.test(String(primaryKey))) ids.add(String(primaryKey));
    }
    return { ids: [...ids], wantsList };
  }
}

function pendingIn({ pending }: Cursor): readonly string[] {
  if (!Array.isArray(pending)) throw new ConnectorProblem('cursor_expired', 'The cursor of the poll cannot be read');
  return pending.filter((each): each is string => typeof each === 'string');
}
