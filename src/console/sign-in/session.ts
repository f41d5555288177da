import type { Instant } from '../../kernel/clock.js';

/** Without use for so long, or after so long at all, an operator signs in again. */
export const idleSeconds = 30 * 60;
export const longestSeconds = 12 * 3600;

const prefix = 'session_';

/** An operator who signed in. The token is 256 random bits, of which only the SHA-256 is stored. */
export interface Session {
  readonly id: string;
  readonly organizationId: string;
  readonly operator: { readonly id: string; readonly email: string; readonly name: string; readonly roleId: string };
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export function sessionToken(random: Buffer): string {
  return prefix + random.toString('base64url');
}

export function isSessionToken(token: string): boolean {
  return token.startsWith(prefix);
}
