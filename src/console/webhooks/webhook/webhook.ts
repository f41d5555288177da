import type { Instant } from '../../../kernel/clock.js';
import type { RecordLife } from '../../crud/record-life.js';
import type { EventType } from '../../events/event-types.js';

export const webhookTypes = ['webhook', 'syslog', 'cef'] as const;

/** webhook: signed HTTP requests; syslog: RFC 5424 with the event as JSON; cef: RFC 5424 with the event as CEF. */
export type WebhookType = (typeof webhookTypes)[number];

/** gone: the endpoint answered 410; failing: nothing was accepted for five days. */
export type DisabledReason = 'gone' | 'failing';

/** A replaced secret that still signs beside the new one. */
export interface OldSecret {
  readonly sealed: string;
  readonly untilAt: Instant;
}

export interface WebhookValues {
  readonly type: WebhookType;
  /**
   * The shown part: for webhook the scheme, host and port of https://…; for syslog and cef udp://host:port, tcp://… or
   * tls://….
   */
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
  /** PEM certificates that a tls:// receiver's must lead to; null: the usual authorities. */
  readonly tlsCa: string | null;
  readonly disabled: boolean;
}

/** Input for a new one; the rest has defaults. */
export type NewWebhook = Partial<WebhookValues> & Pick<WebhookValues, 'url'> & { readonly secret?: string };

export interface Webhook extends WebhookValues, RecordLife {
  /** Set when Usher disabled it. */
  readonly disabledReason: DisabledReason | null;
  /** Since when it has accepted nothing; null while it works. */
  readonly failingSinceAt: Instant | null;
}

/** An endpoint with everything needed to send to it. */
export interface Endpoint extends Webhook {
  readonly organizationId: string;
  /** The whole address. */
  readonly urlSealed: string;
  readonly secretSealed: string;
  readonly oldSecrets: readonly OldSecret[];
  readonly failuresInRow: number;
}
