import type { RecordLife } from '../crud/record-life.js';

export interface RoleValues {
  readonly name: string;
  /** `users:read`; `*` means every permission. */
  readonly permissions: readonly string[];
}

export interface Role extends RoleValues, RecordLife {
  readonly isBuiltIn: boolean;
}
