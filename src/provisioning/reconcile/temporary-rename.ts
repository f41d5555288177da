import type { Ids } from '../../kernel/ids.js';
import type { PlannedOperation } from './plan.js';

/** Gives an account a meaningless name for a moment, which breaks a circle of renames. Its real rename follows. */
export function temporaryRename(operation: PlannedOperation, ids: Pick<Ids, 'derived'>): PlannedOperation {
  const id = temporaryRenameId(operation.id, ids);
  return { ...operation, id, kind: 'change_user', changes: { username: `moving-${id}` }, passwordOf: null };
}

export function temporaryRenameId(operationId: string, ids: Pick<Ids, 'derived'>): string {
  return ids.derived(operationId, 'aside');
}
