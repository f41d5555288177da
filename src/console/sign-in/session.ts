import { type Instant, laterBy } from '../../kernel/clock.js';

/** An operator signs in again after this long without use, or after this long in any case. */
export const idleSeconds = 30 * 60;
export const longestSeconds = 12 * 3600;
/**
 * For how long a proof that was asked for stands in for the password: to set up another way in, not to leave the desk.
 */
export const provenSeconds = 10 * 60;

const prefix = 'session_';

/** A signed-in operator. The token is 256 random bits, of which only the SHA-256 is stored. */
export interface Session {
  readonly id: string;
  readonly organizationId: string;
  readonly operator: { readonly id: string; readonly email: string; readonly name: string; readonly roleId: string };
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** Where somebody signs in from. */
export interface SignInPlace {
  readonly address: string;
  /** As the program names itself; null: it does not. */
  readonly userAgent: string | null;
}

/** One's own session, as one may look at it. */
export interface OwnSession extends SignInPlace {
  readonly id: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly expiresAt: Instant;
  readonly isCurrent: boolean;
}

/** The session of a call, with what its operator may do now. */
export interface CurrentSession extends Session {
  readonly lastUsedAt: Instant;
  readonly organizationName: string;
  readonly timeZone: string;
  /** When a passkey or a provider that was told to ask proved the operator; null: none has. */
  readonly provenAt: Instant | null;
  /** Signing in needs a code. */
  readonly totpConfirmed: boolean;
  readonly hasPassword: boolean;
  /** By the operator's own organization. */
  readonly isSingleSignOnRequired: boolean;
  /** Permissions of a role of the organization; null for a built-in one. */
  readonly rolePermissions: readonly string[] | null;
}

/** Until when a session's own proof stands in for the password. */
export function provenUntil(provenAt: Instant | null): Instant | null {
  return provenAt && laterBy(provenAt, provenSeconds);
}

export function sessionToken(random: Buffer): string {
  return prefix + random.toString('base64url');
}

export function isSessionToken(token: string): boolean {
  return token.startsWith(prefix);
}
