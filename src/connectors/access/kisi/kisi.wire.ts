/*
 * The vendor's own names, exact. Only what is used is named; cards, notes and metadata are never copied out of an
 * answer.
 */

/** https://docs.kisi.io/api : Members. Access needs both switches. */
export interface KisiMember {
  readonly id: number;
  readonly name?: string | null;
  readonly access_enabled?: boolean;
  /** False while a directory (SCIM) has taken access away. */
  readonly scim_access_enabled?: boolean;
  readonly last_accessed_at?: string | null;
  /** Missing until an invitation is accepted. */
  readonly user_id?: number | null;
  readonly user?: { readonly id: number; readonly email?: string | null; readonly name?: string | null } | null;
}

/** https://docs.kisi.io/integrations/webhooks : one event per request, without e-mail address or new values. */
export interface KisiEvent {
  readonly uuid: string;
  readonly type: string;
  /** `User`; something else for links and exit buttons, which may have no actor at all. */
  readonly actor_type?: string | null;
  readonly actor_id?: number | null;
  readonly object_type?: string | null;
  readonly object_id?: number | null;
  readonly place_id?: number | null;
  readonly success?: boolean;
  readonly created_at?: string;
}

/** Integrations: an event webhook that failed for long is disabled. */
export interface KisiIntegration {
  readonly id: number;
  readonly type?: string;
  readonly url?: string | null;
  readonly disabled_due_to_error?: boolean;
}

/** Lists: the most items a page, and the highest offset. */
export const largestPage = 100;
export const largestOffset = 20_000;
