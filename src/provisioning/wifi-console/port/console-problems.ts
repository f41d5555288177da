import type { Instant } from '../../../kernel/clock.js';

/**
 * The console refuses the caller: wrong or revoked token (401), missing permission or organization (403). Nothing of
 * the call happened, and repeating it does not help: the connection is quarantined until an operator acts. `message`
 * may be shown to an operator.
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
 * A look-up or listing got no usable answer: nothing is known, try again later. Operations report this as an outcome
 * instead.
 */
export class ConsoleUnavailable extends Error {
  override readonly name = 'ConsoleUnavailable';

  /** `isAway`: nothing that is the console answered. */
  constructor(
    message: string,
    readonly notBeforeAt: Instant | null = null,
    readonly isAway = false,
  ) {
    super(message);
  }
}
