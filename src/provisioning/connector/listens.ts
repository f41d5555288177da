import type { Instant } from '../../kernel/clock.js';
import type { Change } from './change.js';
import type { ChargeLine } from './charges.js';
import type { StoredMessage } from './stored-message.js';

/** A long-lived link, held by one process at a time. */
export interface Listens {
  /**
   * Holds the link until `signal` is aborted; reconnects by itself. Throws only what needs an operator
   * (ConnectorProblem).
   */
  listen(link: Link, signal: AbortSignal): Promise<void>;
  /** What a stored frame means. Pure: same bytes, same changes. */
  interpret(message: StoredMessage): readonly Change[];
}

/** The engine's side of a long-lived link. */
export interface Link extends ChargeLine {
  /**
   * True once the frame is stored: nothing is acted on, or acknowledged, before. Frames are stored in the order of the
   * calls; while the database is away they wait. False: given up, because the link was released.
   */
  store(frame: Buffer): Promise<boolean>;
  /** Null while there is room. Otherwise stop reading until this resolves. */
  readonly full: Promise<void> | null;
  /** Reports the state of the link to operators. */
  state(state: 'connecting' | 'connected' | 'lost', detail?: string): void;
  /** Something arrived, if only a link alive. */
  heard(): void;
  /**
   * For systems that send again what came after a position: everything up to there is stored. It is kept within
   * seconds, so what follows a position may come twice, and nothing is missing.
   */
  reached(position: string): void;
  /** What is known of the past, to decide whether a full list is needed. */
  readonly history: {
    readonly knownRecords: number;
    readonly lastHeardAt: Instant | null;
    readonly lastFullListAt: Instant | null;
    /**
     * A list that was requested, or had begun, when the link was released: it will not end, and only the connector can
     * request another.
     */
    readonly isListUnderWay?: boolean;
    /** The last `reached` that was kept, perhaps with other settings. */
    readonly position?: string | null;
    /** The previous holder of the link died, perhaps in the middle of a list; `onFullListWanted` requests a new one. */
    readonly wasLeft?: boolean;
  };
  /** Calls back when a full list is wanted (an operator's request); the callback returns whether it was asked for. */
  onFullListWanted(ask: () => boolean): void;
}
