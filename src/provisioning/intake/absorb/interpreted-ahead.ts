import type { StoredConnection } from '../../connection/stored-connection.js';
import type { InterpretedEvent } from '../changes/interpreted-event.js';
import type { WaitingEvent } from '../../inbox/message.js';

/**
 * Events of one connection that were read and understood while those before them were being written. Nobody else's:
 * only the work is done already.
 */
export class InterpretedAhead {
  private known = new Map<string, InterpretedEvent>();
  private revision: number | null = null;
  private reading: Promise<void> = Promise.resolve();

  /** Resolves when what is being read is read. */
  ready(): Promise<void> {
    return this.reading;
  }

  /** What was understood under other settings of the connection is forgotten. */
  under({ revision }: StoredConnection): void {
    if (revision !== this.revision) this.known.clear();
    this.revision = revision;
  }

  take(event: WaitingEvent): InterpretedEvent | undefined {
    const known = this.known.get(event.id);
    this.known.delete(event.id);
    return known && { ...known, event };
  }

  keep(events: readonly InterpretedEvent[]): void {
    for (const each of events) this.known.set(each.event.id, each);
  }

  /** What fails is only not ready when it is needed. */
  read(events: Promise<readonly InterpretedEvent[]>): void {
    this.reading = events.then(
      (some) => this.keep(some),
      () => undefined,
    );
  }
}
