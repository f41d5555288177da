/*
 * Sign In App's own names, exact. Only what is used is named; what else arrives (photos, badges, further answers) is
 * never copied out.
 */

/** https://signinapp.com/docs/client-api/webhooks.html */
export const visitorEvents = ['visitor.signin', 'visitor.signout'] as const;
export type VisitorEvent = (typeof visitorEvents)[number];

export interface WebhookBody {
  readonly event?: unknown;
  /** ISO 8601, as `pushed_at`, which is later for a repeated push. */
  readonly event_at?: unknown;
  readonly pushed_at?: unknown;
  readonly idempotency_key?: unknown;
  readonly site?: {
    readonly id?: unknown;
    readonly type?: unknown;
    readonly name?: unknown;
    readonly timezone?: unknown;
  };
  readonly visitor?: WebhookVisitor;
}

export interface WebhookVisitor {
  /** Of the visit; `returning_visitor_id` is the person's. */
  readonly id?: unknown;
  readonly returning_visitor_id?: unknown;
  readonly name?: unknown;
  /** Answers under the tenant's own labels. */
  readonly additional?: SignInAppAnswers;
  readonly personal_fields?: SignInAppAnswers;
}

export type SignInAppAnswers = Readonly<Record<string, unknown>> | readonly unknown[] | null;

/** `GET /client-api/v1/groups`, and `GET /client-api/v1/sites/{id}/today`, where each has its visitors. */
export interface Group {
  readonly id?: unknown;
  readonly name?: unknown;
  /** returning (staff), non-returning, delivery */
  readonly type?: unknown;
  readonly visitors?: unknown;
}

/** A visit of today, or of `GET /client-api/v1/sites/{id}/history`. Personal fields stand beside the others. */
export interface ListedVisitor {
  readonly id?: unknown;
  readonly group_id?: unknown;
  readonly returning_visitor_id?: unknown;
  readonly name?: unknown;
  /** signed_in, signed_out, or that somebody is expected */
  readonly status?: unknown;
  readonly in_datetime?: unknown;
  readonly out_datetime?: unknown;
  readonly expected_datetime?: unknown;
  readonly rejected_sign_in?: unknown;
  readonly email?: unknown;
  readonly mobile?: unknown;
  readonly personal_fields?: SignInAppAnswers;
  readonly additional_fields?: SignInAppAnswers;
}

/** https://signinapp.com/docs/client-api/resource-endpoints.html: `links.next` is null on the last page. */
export interface HistoryPage {
  readonly data?: unknown;
  readonly links?: { readonly next?: unknown };
}
