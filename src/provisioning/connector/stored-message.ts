import type { Instant } from '../../kernel/clock.js';

/** A push or a frame as the inbox keeps it. */
export interface StoredMessage {
  readonly body: Buffer;
  readonly receivedAt: Instant;
  /** Order of receipt, usable as a version: fixed width, sorts as text. */
  readonly sequence: string;
}
