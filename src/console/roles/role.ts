import type { Instant } from '../../kernel/clock.js';

export interface Role {
  readonly id: string;
  readonly name: string;
  /** `users:read`; `*` is every one. */
  readonly permissions: readonly string[];
  readonly isBuiltIn: boolean;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
