import type { ConsoleOperation } from '../port/wifi-console.js';
import { usernameKey } from '../../../kernel/username-key.js';

/**
 * Arranges operations in rounds. Those of one round may be sent together; a round waits for the previous one.
 * Operations on one account or name keep their order, and a creation comes after whatever may free its name. Renames do
 * not wait for each other (a coach party may swap rooms at once): see `mayFreeItsName`.
 */
export function inRounds(operations: readonly ConsoleOperation[]): number[][] {
  const rounds: number[][] = [];
  const nextRound = new Map<string, number>();
  let afterFreeing = 0;
  for (const [index, operation] of operations.entries()) {
    const keys = keysOf(operation);
    const round = Math.max(
      operation.kind === 'create_user' ? afterFreeing : 0,
      ...keys.map((key) => nextRound.get(key) ?? 0),
    );
    (rounds[round] ??= []).push(index);
    for (const key of keys) nextRound.set(key, round + 1);
    if (freesAName(operation)) afterFreeing = Math.max(afterFreeing, round + 1);
  }
  return rounds.filter((round) => round !== undefined);
}

/** True if an earlier operation may free the name that the one at `index` wants. */
export function mayFreeItsName(operations: readonly ConsoleOperation[], index: number): boolean {
  return operations.slice(0, index).some(freesAName);
}

function freesAName(operation: ConsoleOperation): boolean {
  return (
    operation.kind === 'delete_user' || (operation.kind === 'change_user' && operation.changes.username !== undefined)
  );
}

function keysOf(operation: ConsoleOperation): string[] {
  switch (operation.kind) {
    case 'create_user':
      return [`name ${usernameKey(operation.user.username)}`];
    case 'change_user':
      return [
        `user ${operation.remoteId}`,
        ...(operation.changes.username === undefined ? [] : [`name ${usernameKey(operation.changes.username)}`]),
      ];
    case 'delete_user':
      return [`user ${operation.remoteId}`];
    case 'create_vouchers':
      return [];
    case 'change_voucher':
    case 'revoke_voucher':
      return [`voucher ${operation.remoteId}`];
  }
}
