import type { Actor } from '../../kernel/context.js';

/** The result for a token, and whether it may act for the organization that the call names. */
export interface Admission {
  /** The key; its id is also the actor's. */
  readonly actor: Actor;
  /** The organization that the key belongs to. */
  readonly homeOrganizationId: string;
  /** The organization to act for: the one named, else the key's own. */
  readonly organizationId: string;
  /** Why the key may not act there, in words for the caller; undefined: it may. */
  readonly refusal?: string;
}

/** Finds who is behind a bearer token; console/keys implements it. */
export abstract class Authenticator {
  /**
   * Answers from what is committed at the time of the call, so a revoked key is refused everywhere at once. undefined:
   * the token is unknown, expired or revoked. `isUse`: false where nobody does anything, as when a stream asks whether
   * it may go on; a session's idle time then runs on.
   */
  abstract admit(
    token: string,
    wantedOrganizationId: string | undefined,
    isUse?: boolean,
  ): Promise<Admission | undefined>;
}
