import type { StoredConnection } from '../../connection/stored-connection.js';
import type { InterpretedEvent } from '../changes/interpreted-event.js';
import type { WaitingEvent } from '../../inbox/message.js';

/**
 * Events of one connection that were read and interpreted while those before them were being written. They are not
 * claimed: only the work is done early.
 */
export class InterpretedAhead {
  private known = new Map<string, InterpretedEvent>();
  private revision: number | null = null;
  private reading: Promise<void> = Promise.resolve();

  /** Resolves when the current read is done. */
  ready(): Promise<void> {
    return this.reading;
  }

  /** Forgets what was interpreted under other settings of the connection. */
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

  /** A failure only means that nothing is ready when it is needed. */
  read(events: Promise<readonly InterpretedEvent[]>): void {
    this.reading = events.then(
      (some) => this.keep(some),
      () => undefined,
    );
  }
}
