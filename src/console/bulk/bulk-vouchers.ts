import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { checkOf } from '../../http/body/dto-check.js';
import { readText } from '../../http/body/readers.js';
import type { Voucher, VoucherKey, VoucherValues } from '../vouchers/voucher.js';
import { VoucherOperationDto } from '../vouchers/voucher.dto.js';
import { keyOfVoucher } from '../vouchers/voucher-rules.js';
import { VoucherSet, type VoucherStep } from '../vouchers/voucher-set.js';
import type { BulkResult } from './bulk.js';
import { type OperationRules, readOperation } from './bulk-operation.js';
import { type BulkResource, type PreparedOperations, resultOf } from './bulk-resource.js';

const rules: OperationRules<VoucherValues, VoucherKey> = {
  fields: checkOf(VoucherOperationDto),
  match: { code: { key: 'code', read: readText(64) }, external_id: { key: 'externalId', read: readText(255) } },
  keyOf: keyOfVoucher,
};

const mostVouchers = 10_000;

/** A create makes `count` vouchers and counts as one operation. A delete revokes. */
@Injectable()
export class BulkVouchers implements BulkResource {
  readonly name = 'vouchers';

  constructor(
    private readonly vouchers: VoucherSet,
    private readonly ids: Ids,
  ) {}

  prepare(operations: readonly unknown[], from: number): PreparedOperations {
    let left = mostVouchers;
    const plans = operations.map((raw) => {
      const plan = this.stepsOf(raw, left);
      left -= plan.length;
      return plan;
    });
    return (context) => this.carryOut(context, operations, plans, from);
  }

  private async carryOut(
    context: Context,
    operations: readonly unknown[],
    plans: readonly VoucherStep[][],
    from: number,
  ): Promise<BulkResult[]> {
    const { results, vouchers } = await this.vouchers.play(context, plans.flat());
    const made = new Map(vouchers.map((voucher) => [voucher.id, voucher]));
    let next = 0;
    return plans.map((steps, place) => {
      const own = results.slice(next, next + steps.length);
      next += steps.length;
      const result = resultOf(this.name, 'voucher', from + place, operations[place], steps[0], own[0]);
      if (result.op === 'delete' && result.status === 'updated') return { ...result, status: 'deleted' };
      return result.status === 'created' ? { ...result, vouchers: own.flatMap((each) => codesOf(each, made)) } : result;
    });
  }

  private stepsOf(raw: unknown, left: number): VoucherStep[] {
    const step = readOperation(raw, rules);
    if (step.op === 'delete') return [{ op: 'update', target: step.target, values: { revoked: true } }];
    if (step.op !== 'create') return [step];
    const { count = 1 } = step.values;
    if (count > left)
      return [
        {
          op: 'invalid',
          errors: [
            { pointer: '#/data/count', detail: `makes more than ${mostVouchers} vouchers in one request: divide them` },
          ],
        },
      ];
    const batchId = this.ids.next();
    return Array.from({ length: count }, () => ({ op: 'create', values: { ...step.values, batchId } }));
  }
}

function codesOf(
  result: { readonly status: string; readonly id?: string | null },
  made: ReadonlyMap<string, Voucher>,
): { id: string; code: string }[] {
  const voucher = result.status === 'created' && result.id ? made.get(result.id) : undefined;
  return voucher ? [{ id: voucher.id, code: voucher.code }] : [];
}
