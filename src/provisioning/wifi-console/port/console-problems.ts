import type { Instant } from '../../../kernel/clock.js';

/**
 * The console does not accept who asks: token wrong or revoked (401), permission or organization missing (403). Nothing
 * of the call happened, and repeating it helps nobody: the connection goes into quarantine until an operator acts.
 * `message` may be shown to an operator.
 */
export class ConsoleRefused extends Error {
  override readonly name = 'ConsoleRefused';

  constructor(
    message: string,
    readonly status: 401 | 403,
  ) {
    super(message);
  }
}

/**
 * A look-up or listing got no usable answer: nothing is known, ask again later. Operations report this as an outcome
 * instead.
 */
export class ConsoleUnavailable extends Error {
  override readonly name = 'ConsoleUnavailable';

  constructor(
    message: string,
    readonly notBeforeAt: Instant | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
