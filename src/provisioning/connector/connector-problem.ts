import type { Instant } from '../../kernel/clock.js';

/** Why an outside system could not be used. Each code leads to one action of the engine (`actionOf`). */
export type ConnectorProblemCode =
  | 'unreachable'
  | 'upstream_broken'
  | 'rate_limited'
  | 'credentials_refused'
  | 'settings_invalid'
  | 'signature_invalid'
  | 'record_malformed'
  | 'record_conflict'
  | 'cursor_expired'
  | 'gone';

/** What the engine does about a problem; docs/adding-a-connector.md has the table. */
export type ConnectorAction = 'retry' | 'wait' | 'quarantine' | 'refuse' | 'report' | 'restart_scan' | 'done';

const actions: Readonly<Record<ConnectorProblemCode, ConnectorAction>> = {
  unreachable: 'retry',
  upstream_broken: 'retry',
  rate_limited: 'wait',
  credentials_refused: 'quarantine',
  settings_invalid: 'quarantine',
  signature_invalid: 'refuse',
  record_malformed: 'report',
  record_conflict: 'report',
  cursor_expired: 'restart_scan',
  gone: 'done',
};

/** The only error that leaves a connector. Operators may see `message`: no secrets, no personal data. */
export class ConnectorProblem extends Error {
  override readonly name = 'ConnectorProblem';

  constructor(
    readonly code: ConnectorProblemCode,
    message: string,
    readonly details: { readonly retryAt?: Instant; readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
  }

  /**
   * The vendor knows us and refuses this one request: a right is missing. Where a vendor reports that otherwise, its
   * client translates it to 403.
   */
  get isForbidden(): boolean {
    return this.code === 'credentials_refused' && this.details.status === 403;
  }

  get action(): ConnectorAction {
    return actions[this.code];
  }
}
