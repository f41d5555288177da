import type { Instant } from '../../kernel/clock.js';

/** An API key without its token, which nobody can read again. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** The token's first characters: enough to tell keys apart. */
  readonly prefix: string;
  /** A built-in or own role; null: `permissions` are given directly. */
  readonly roleId: string | null;
  readonly permissions: readonly string[] | null;
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** `usher_` and 8 characters of a token made here; of one that somebody chose (USHER_TOKEN), 4: it may be short. */
export function prefixOf(token: string): string {
  return token.slice(0, token.startsWith('usher_') ? 14 : 4);
}
