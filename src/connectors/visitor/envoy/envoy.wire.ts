/*
 * Envoy's own names, exact. Only what is used is named; what else arrives (photos, signed documents, private notes,
 * block-list reports, QR values, tokens in `meta.auth`) is never copied out of a request or an answer.
 */

/** What the events are called: https://developers.envoy.com/hub/reference/events */
export const entryEvents = [
  'entry_sign_in',
  'entry_sign_out',
  'entry_blacklist_review',
  'entry_blacklist_deny',
] as const;
export type EnvoyEntryEvent = (typeof entryEvents)[number];
export const inviteEvents = [
  'invite_created',
  'invite_updated',
  'invite_removed',
  'upcoming_visit',
  'qr_code_sent',
] as const;
export type EnvoyInviteEvent = (typeof inviteEvents)[number];

/**
 * A request to an app of our own has `meta`; one of Envoy's Webhooks app has `event` beside the payload.
 * https://developers.envoy.com/hub/docs/use-the-plugin-api, https://envoy.help/en/articles/3450241-webhooks
 */
export interface EnvoyEnvelope {
  readonly event?: unknown;
  readonly meta?: {
    readonly event?: unknown;
    /** Of the app at one company or location: https://developers.envoy.com/hub/docs/use-the-plugin-api */
    readonly install_id?: unknown;
    readonly company?: { readonly id?: unknown } | null;
    readonly job?: { readonly id?: unknown } | null;
    readonly location?: { readonly id?: unknown; readonly attributes?: EnvoyLocationAttributes } | null;
  };
  readonly payload?: EnvoyPayload;
}

/** `timezone` in events of 2026, `time-zone` in older ones. */
export interface EnvoyLocationAttributes {
  readonly name?: unknown;
  readonly timezone?: unknown;
  readonly 'time-zone'?: unknown;
}

export interface EnvoyPayload {
  /** Text, in older requests a number. */
  readonly id?: unknown;
  readonly 'visitor-profile-id'?: unknown;
  readonly attributes?: EnvoyAttributes;
  readonly relationships?: Readonly<Record<string, { readonly data?: { readonly id?: unknown } | null } | undefined>>;
}

/** Entries and invites: envoy-integrations-sdk-nodejs, src/payloads. */
export interface EnvoyAttributes {
  readonly 'full-name'?: unknown;
  readonly email?: unknown;
  readonly 'phone-number'?: unknown;
  readonly 'employee-screening-flow'?: unknown;
  readonly host?: unknown;
  readonly 'host-email'?: unknown;
  readonly 'flow-name'?: unknown;
  /** Text without a zone is UTC, never the site's time. */
  readonly 'signed-in-at'?: unknown;
  readonly 'signed-out-at'?: unknown;
  readonly 'user-data'?: unknown;
  /** approved, review, pending, denied */
  readonly 'approval-status'?: {
    readonly status?: unknown;
    readonly 'auto-approved'?: unknown;
    readonly 'reviewed-at'?: unknown;
  } | null;
  readonly 'is-delivery'?: unknown;
  readonly 'agreement-refused'?: unknown;
  readonly 'inviter-name'?: unknown;
  readonly 'inviter-email'?: unknown;
  readonly 'expected-arrival-time'?: unknown;
  /** Only in answers of the API, never in events. */
  readonly 'expected-departure-time'?: unknown;
  readonly arrived?: unknown;
}

/** `GET /v1/entries`; null `signedOutAt` while on site. */
export interface EnvoyEntry {
  readonly id?: unknown;
  readonly fullName?: unknown;
  readonly email?: unknown;
  readonly signedInAt?: unknown;
  readonly signedOutAt?: unknown;
  readonly locationId?: unknown;
  readonly flowId?: unknown;
  readonly isDelivery?: unknown;
  readonly customFields?: unknown;
}

/** `GET /v1/invites/{id}` */
export interface EnvoyInvite {
  readonly id?: unknown;
  readonly expectedArrivalAt?: unknown;
  readonly expectedDepartureAt?: unknown;
  readonly locationId?: unknown;
  readonly flowId?: unknown;
  readonly approvalStatus?: unknown;
  readonly invitee?: { readonly name?: unknown; readonly fullName?: unknown; readonly email?: unknown } | null;
  readonly host?: { readonly name?: unknown; readonly fullName?: unknown; readonly email?: unknown } | null;
}

/** `GET /v1/locations` */
export interface EnvoyLocation {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly timezone?: unknown;
}

/** `GET /v1/flows`: `type` tells staff's flows from visitors'. */
export interface EnvoyFlow {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly type?: unknown;
}

/** `{ "page", "perPage", "total" }` of a v1 list. */
export interface EnvoyPageMeta {
  readonly page?: unknown;
  readonly perPage?: unknown;
  readonly total?: unknown;
}

/** `PATCH /api/v2/plugin-services/jobs/{id}`: https://developers.envoy.com/hub/docs/use-the-plugin-api */
export interface EnvoyJobUpdate {
  readonly status: 'done' | 'ignored' | 'failed';
  readonly status_message?: string;
  readonly failure_reason?: string;
  readonly attachments?: readonly {
    readonly type: 'text' | 'password';
    readonly label: string;
    readonly value: string;
  }[];
}
