import type { Actor } from '../../kernel/context.js';

/** What a token turned out to be, and whether it may act for the organization that the call names. */
export interface Admission {
  /** The key: its id is the actor's. */
  readonly actor: Actor;
  /** The organization that the key belongs to. */
  readonly homeOrganizationId: string;
  /** The organization to act for: the one named, else the key's own. */
  readonly organizationId: string;
  /** Why the key may not act there, in words for the caller; undefined: it may. */
  readonly refusal?: string;
}

/** Who stands behind a bearer token; console/keys knows. */
export abstract class Authenticator {
  /**
   * Answers from what is committed at the time of the call, so a revoked key is refused at once everywhere.
   * undefined: the token is unknown, expired or revoked.
   */
  abstract admit(token: string, wantedOrganizationId: string | undefined): Promise<Admission | undefined>;
}
