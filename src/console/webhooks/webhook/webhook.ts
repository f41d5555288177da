import type { Instant } from '../../../kernel/clock.js';
import type { RecordLife } from '../../crud/record-life.js';
import type { EventType } from '../../events/event-types.js';

export const webhookTypes = ['webhook', 'syslog', 'cef'] as const;

/** webhook: signed HTTP requests; syslog: RFC 5424 with the event as JSON; cef: RFC 5424 with the event as CEF. */
export type WebhookType = (typeof webhookTypes)[number];

/** gone: the endpoint answered 410; failing: nothing was accepted for five days. */
export type DisabledReason = 'gone' | 'failing';

/** A secret that was replaced and still signs beside the new one. */
export interface OldSecret {
  readonly sealed: string;
  readonly untilAt: Instant;
}

export interface WebhookValues {
  readonly type: WebhookType;
  /**
   * As it may be seen: of https://… for webhook scheme, host and port; udp://host:port, tcp://… or tls://… for syslog
   * and cef.
   */
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
  /** PEM certificates that vouch for a tls:// receiver; null: the usual authorities. */
  readonly tlsCa: string | null;
  readonly disabled: boolean;
}

/** What is said of a new one; the rest is as usual. */
export type NewWebhook = Partial<WebhookValues> & Pick<WebhookValues, 'url'> & { readonly secret?: string };

export interface Webhook extends WebhookValues, RecordLife {
  /** Set when Usher disabled it. */
  readonly disabledReason: DisabledReason | null;
  /** Since when nothing was accepted; null while all is well. */
  readonly failingSinceAt: Instant | null;
}

/** An endpoint with what is needed to send to it. */
export interface Endpoint extends Webhook {
  readonly organizationId: string;
  /** All of the address. */
  readonly urlSealed: string;
  readonly secretSealed: string;
  readonly oldSecrets: readonly OldSecret[];
  readonly failuresInRow: number;
}
