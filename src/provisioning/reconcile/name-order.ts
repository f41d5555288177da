import type { Ids } from '../../kernel/ids.js';
import type { PlannedOperation } from './plan.js';
import { usernameKey } from '../../kernel/username-key.js';

/**
 * Orders operations so that a name is given up before another account takes it. `aside` is put in where names are
 * swapped in a circle.
 */
export function inNameOrder(
  operations: readonly PlannedOperation[],
  aside: (operation: PlannedOperation) => PlannedOperation,
): PlannedOperation[] {
  const givers = new Map(
    operations.flatMap((each) => (givenUp(each) === null ? [] : [[givenUp(each) as string, each] as const])),
  );
  if (givers.size === 0) return [...operations];
  const ordered: PlannedOperation[] = [];
  const state = new Map<PlannedOperation, 'open' | 'done'>();
  const visit = (operation: PlannedOperation): void => {
    if (state.get(operation) === 'done') return;
    if (state.get(operation) === 'open') {
      ordered.push(aside(operation));
      return;
    }
    state.set(operation, 'open');
    const wanted = taken(operation);
    const giver = wanted === null ? undefined : givers.get(wanted);
    if (giver && giver !== operation) visit(giver);
    state.set(operation, 'done');
    ordered.push(operation);
  };
  for (const operation of operations) visit(operation);
  return ordered;
}

function givenUp({ kind, binding, changes }: PlannedOperation): string | null {
  if (binding?.kind !== 'user') return null;
  const held = usernameKey(binding.applied.username);
  if (kind === 'delete_user') return held;
  return kind === 'change_user' && changes.username !== undefined && usernameKey(changes.username) !== held
    ? held
    : null;
}

function taken({ kind, user, changes }: PlannedOperation): string | null {
  if (kind === 'create_user') return user && usernameKey(user.username);
  return kind === 'change_user' && changes.username !== undefined ? usernameKey(changes.username) : null;
}

/** Gives an account a meaningless name for a moment, which breaks a circle of renames. Its real rename follows. */
export function temporaryRename(operation: PlannedOperation, ids: Pick<Ids, 'derived'>): PlannedOperation {
  const id = temporaryRenameId(operation.id, ids);
  return { ...operation, id, kind: 'change_user', changes: { username: `moving-${id}` }, passwordOf: null };
}

export function temporaryRenameId(operationId: string, ids: Pick<Ids, 'derived'>): string {
  return ids.derived(operationId, 'aside');
}
