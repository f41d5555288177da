import type { MadeCredential } from '../deliver/delivery/made-credential.js';
import type { OperationOutcome } from '../wifi-console/port/wifi-console.js';
import type { Plan } from './plan.js';

/** New accounts, new passwords and new vouchers, from the console's answers. Pure. */
export function madeCredentials(
  plans: readonly Plan[],
  outcomes: ReadonlyMap<string, OperationOutcome>,
): MadeCredential[] {
  return plans.flatMap(({ account, operations }) =>
    operations.flatMap((operation): MadeCredential[] => {
      const outcome = outcomes.get(operation.id);
      if (outcome?.status !== 'done' || operation.subjectId === null) return [];
      const about = { account, operationId: operation.id, subjectId: operation.subjectId };
      if (operation.kind === 'create_vouchers' && operation.voucher) {
        const { validUntil, durationSeconds } = operation.voucher;
        return [
          {
            ...about,
            passwordOf: null,
            user: null,
            vouchers: { codes: (outcome.vouchers ?? []).map(({ code }) => code), validUntil, durationSeconds },
          },
        ];
      }
      if (
        !operation.user ||
        !operation.passwordOf ||
        (operation.kind !== 'create_user' && operation.kind !== 'change_user')
      )
        return [];
      return [{ ...about, passwordOf: operation.passwordOf, user: operation.user, vouchers: null }];
    }),
  );
}
