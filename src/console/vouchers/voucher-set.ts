import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { OrderedWriter } from '../batch/ordered-writer.js';
import type { SetResult } from '../batch/set-result.js';
import { changeStep, distinct, keysOfSteps } from '../batch/step-keys.js';
import { type CheckedStep, BatchInMemory } from '../batch/batch-in-memory.js';
import type { NewVouchers, Voucher, VoucherChange, VoucherKey } from './voucher.js';
import { voucherFields } from './voucher.dto.js';
import { keyOfVoucher, VoucherRules, type VoucherStepValues } from './voucher-rules.js';
import { type VoucherKeys, VoucherSetRepository } from './voucher-set.repository.js';

/** Vouchers are revoked, not deleted. */
export type VoucherStep = Exclude<CheckedStep<VoucherStepValues, VoucherKey>, { readonly op: 'delete' }>;

/** One batch: its vouchers share `batchId` and come in the order in which they were made. */
export type VouchersResult =
  | { readonly status: 'created'; readonly batchId: string; readonly vouchers: readonly Voucher[] }
  | { readonly status: 'invalid'; readonly errors: readonly FieldProblem[] };

/** Vouchers by the set: a few statements a call. Joins the context's transaction; one result for each row, in order. */
@Injectable()
export class VoucherSet {
  constructor(
    private readonly repository: VoucherSetRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly chance: Chance,
    private readonly writer: OrderedWriter,
  ) {}

  /** Makes `count` vouchers for each row, with codes that are unique in the organization. */
  async createMany(context: Context, rows: readonly NewVouchers[]): Promise<VouchersResult[]> {
    const batches = rows.map((row) => ({ ...voucherFields.check(row), batchId: this.ids.next() }));
    const steps = batches.flatMap(({ values, errors, batchId }): VoucherStep[] => {
      if (errors.length > 0) return [{ op: 'invalid', errors }];
      return Array.from({ length: values.count ?? 1 }, () => ({ op: 'create', values: { ...values, batchId } }));
    });
    const { results, vouchers } = await this.play(context, steps);
    const made = new Map(batches.map(({ batchId }): [string, Voucher[]] => [batchId, []]));
    for (const voucher of vouchers) made.get(voucher.batchId)?.push(voucher);
    let next = 0;
    return batches.map(({ values, errors, batchId }) => {
      const first = results[next];
      next += errors.length > 0 ? 1 : (values.count ?? 1);
      return first.status === 'invalid' ? first : { status: 'created', batchId, vouchers: made.get(batchId) ?? [] };
    });
  }

  /** changed | unchanged | not_found | stale | invalid. */
  changeMany(context: Context, rows: readonly VoucherChange[]): Promise<SetResult[]> {
    return this.apply(
      context,
      rows.map((row) => changeStep(voucherFields, row)),
    );
  }

  /** changed | unchanged (it was revoked already) | not_found. */
  revokeMany(context: Context, ids: readonly string[]): Promise<SetResult[]> {
    return this.apply(
      context,
      ids.map((id) => ({ op: 'update', target: { by: 'id', value: id }, values: { revoked: true } })),
    );
  }

  /** Steps in this order; each sees what those before it did. A `create` makes one voucher. */
  async apply(context: Context, steps: readonly VoucherStep[]): Promise<SetResult[]> {
    return (await this.play(context, steps)).results;
  }

  /** The same as apply, with the vouchers that were made. */
  async play(
    context: Context,
    steps: readonly VoucherStep[],
  ): Promise<{ results: SetResult[]; vouchers: readonly Voucher[] }> {
    const groupIds = distinct(
      steps.flatMap((step) => ('values' in step && step.values.groupId ? [step.values.groupId] : [])),
    );
    let made: readonly Voucher[] = [];
    const results = await this.writer.write(context, async (inside) => {
      const at = this.clock.instant();
      const [loaded, groups] = await Promise.all([
        this.lock(inside, keysOf(steps)),
        this.repository.holdGroups(inside, groupIds),
      ]);
      const bench = new BatchInMemory(loaded, new VoucherRules(this.ids, this.chance, at, groups));
      const played = bench.play(steps);
      const { updated, inserted } = bench.writes();
      made = inserted;
      return {
        // The same code drawn twice within a batch: draw again.
        isLost: played.some((result, index) => result.status === 'conflict' && steps[index].op === 'create'),
        results: played,
        write: async () => {
          if (updated.length > 0)
            await this.repository.update(
              inside,
              updated.map(({ after }) => after),
              at,
            );
          return inserted.length === 0 || (await this.repository.insert(inside, inserted, at)) === inserted.length;
        },
      };
    });
    return { results, vouchers: made };
  }

  private async lock(context: Context, keys: VoucherKeys): Promise<Voucher[]> {
    return keys.ids.length + keys.codeKeys.length + keys.externalIds.length > 0
      ? this.repository.lock(context, keys)
      : [];
  }
}

function keysOf(steps: readonly VoucherStep[]): VoucherKeys {
  const keys = keysOfSteps(steps, keyOfVoucher, () => []);
  return { ids: keys.ids, codeKeys: keys.of('code'), externalIds: keys.of('externalId') };
}
