import type { RecordLife } from '../record/record-life.js';

/** How a guest may sign in at a portal. */
export const portalMethods = ['voucher', 'room_surname', 'username_password', 'self_registration', 'provider'] as const;
export type PortalMethod = (typeof portalMethods)[number];

/** In the words of the API; absent: the portal's own look. */
export interface PortalTheme {
  readonly title?: string;
  /** `#rrggbb`. */
  readonly colour?: string;
  readonly logo_url?: string;
}

export interface CaptivePortalFields {
  readonly name: string;
  /** Last part of the portal's address; unique in its organization. */
  readonly slug: string;
  readonly networkId: string | null;
  readonly methods: readonly PortalMethod[];
  /** The group of those who register themselves or come from a provider. */
  readonly groupId: string | null;
  /** How long their access lasts; null: no limit. */
  readonly durationSeconds: number | null;
  readonly theme: PortalTheme;
  readonly terms: string | null;
  readonly successUrl: string | null;
  /** Whose access points: how the portal tells them that a guest may pass. */
  readonly vendor: string;
}

export interface CaptivePortal extends CaptivePortalFields, RecordLife {}
