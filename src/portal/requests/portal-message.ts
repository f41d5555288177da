import type { Instant } from '../../kernel/clock.js';

export type PortalMessageWay = 'email' | 'sms';

/** The content to send, sealed in the database. */
export type PortalMessageContent =
  { readonly subject: string; readonly text: string; readonly html: string } | { readonly text: string };

export interface NewPortalMessage {
  readonly id: string;
  readonly portalId: string;
  readonly requestId: string;
  readonly via: PortalMessageWay;
  readonly address: string;
  /** The device of the guest who asked; null: unknown. */
  readonly device: string | null;
  readonly sealed: string;
  readonly endsAt: Instant;
}

/** A sealed content copied to another message does not open there. */
export function messageContext(id: string): string {
  return `portal message ${id}`;
}

export interface ClaimedMessage {
  readonly organizationId: string;
  readonly id: string;
  readonly portalId: string;
  readonly via: PortalMessageWay;
  readonly address: string;
  readonly contentSealed: string | null;
  readonly attempts: number;
  readonly endsAt: Instant;
  readonly createdAt: Instant;
}
