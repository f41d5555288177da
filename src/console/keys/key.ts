import type { Instant } from '../../kernel/clock.js';
import type { Actor } from '../../kernel/context.js';

/** An API key without its token, which cannot be read again. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** The token's first characters: enough to tell keys apart. */
  readonly prefix: string;
  /** A built-in or own role. Null if `permissions` are given directly. */
  readonly roleId: string | null;
  readonly permissions: readonly string[] | null;
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  /** Who made it, by the name of then; null: the first start. */
  readonly madeByKind: Actor['kind'] | null;
  readonly madeById: string | null;
  readonly madeByName: string | null;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/**
 * Length shown: `usher_` and 8 characters for a generated token; only 4 for a chosen one (USHER_TOKEN), which may be
 * short.
 */
export function prefixOf(token: string): string {
  return token.slice(0, token.startsWith('usher_') ? 14 : 4);
}
