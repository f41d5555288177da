import type { Clock, Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import type { Log } from '../../../kernel/log.js';
import type { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Link } from '../../connector/connector.js';
import type { Inbox } from '../../inbox/inbox.js';
import type { Lease } from '../../inbox/lease/leases.js';
import { FrameQueue } from './frame-queue.js';

const heardEverySeconds = 10;

/** What a listening connector is given while this process holds its link. */
export class HeldLink implements Link {
  private readonly frames: FrameQueue;
  private ask: (() => boolean) | null = null;
  private lastState: { readonly state: string; readonly detail?: string } = { state: 'connecting' };
  private lastWrittenAt: Instant = '';
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: Context,
    private readonly connection: StoredConnection,
    readonly history: Link['history'],
    lease: Pick<Lease, 'name' | 'token'>,
    signal: AbortSignal,
    private readonly parts: {
      readonly inbox: Inbox;
      readonly connections: ConnectionRepository;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {
    // A process that was frozen may wake with frames older than the next holder's: under its old lease they are not
    // stored.
    this.frames = new FrameQueue(
      (frames) => parts.inbox.storeUnder(lease, context, connection.id, frames),
      parts.clock,
      parts.log.with({ connectionId: connection.id }),
      signal,
    );
  }

  store(frame: Buffer): Promise<boolean> {
    this.heard();
    return this.frames.add(frame);
  }

  get full(): Promise<void> | null {
    return this.frames.full;
  }

  state(state: 'connecting' | 'connected' | 'lost', detail?: string): void {
    this.lastState = { state, detail };
    this.write(state === 'connected' ? this.parts.clock.instant() : null);
  }

  heard(): void {
    const now = this.parts.clock.instant();
    if (this.lastWrittenAt && Date.parse(now) - Date.parse(this.lastWrittenAt) < heardEverySeconds * 1000) return;
    this.write(now);
  }

  onFullListWanted(ask: () => boolean): void {
    this.ask = ask;
  }

  /** False when the connector cannot ask now. */
  askForFullList(): boolean {
    return this.ask?.() ?? false;
  }

  /** Resolves when the link's reported state is written. */
  settled(): Promise<void> {
    return this.writing;
  }

  private write(lastHeardAt: Instant | null): void {
    if (lastHeardAt) this.lastWrittenAt = lastHeardAt;
    const link = { ...this.lastState, lastHeardAt };
    this.writing = this.writing
      .then(() => this.parts.connections.setLink(this.context, this.connection.id, link))
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable))
          this.parts.log.warn(
            { connectionId: this.connection.id, error: String(error) },
            'the state of a link could not be written',
          );
      });
  }
}
