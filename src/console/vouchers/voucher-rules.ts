import { Chance, readableAlphabet } from '../../kernel/chance.js';
import type { Instant } from '../../kernel/clock.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import type { SetTarget } from '../batch/set-result.js';
import type { RecordRules } from '../batch/batch-in-memory.js';
import { voucherTable } from './voucher.entity.js';
import { codeKey, type Voucher, type VoucherFields, type VoucherKey, type VoucherValues } from './voucher.js';

/** What a step may set on a voucher: its fields, and that it is revoked. */
export type VoucherStepValues = VoucherValues & { readonly revoked: true; readonly batchId: string };

const usual = voucherTable.usual as Omit<VoucherFields, 'groupId'> & Pick<Voucher, 'firstUsedAt' | 'revokedAt'>;

export function keyOfVoucher(key: VoucherKey, value: string): string {
  return key === 'code' ? codeKey(value) : value.normalize('NFC').trim();
}

/** Turns checked values of a batch into vouchers, at the time `at`. */
export class VoucherRules implements RecordRules<Voucher, VoucherStepValues, VoucherKey> {
  private readonly begun = new Set<string>();

  constructor(
    private readonly ids: Ids,
    private readonly chance: Chance,
    private readonly at: Instant,
    private readonly groups: ReadonlySet<string>,
  ) {}

  /** Makes one voucher, whatever the count. */
  create({
    count: _count,
    prefix,
    codeLength,
    revoked: _revoked,
    batchId,
    ...values
  }: Partial<VoucherStepValues>): Voucher | readonly FieldProblem[] {
    const { groupId } = values;
    if (groupId === undefined) return [{ pointer: '#/table_id', detail: 'is required' }];
    const code = (prefix ?? '') + this.chance.text(codeLength ?? 8, readableAlphabet);
    const life = { revision: 1, createdAt: this.at, updatedAt: this.at };
    return (
      this.groupProblem(groupId) ?? {
        ...usual,
        ...values,
        ...life,
        groupId,
        code,
        ...this.identity(batchId),
      }
    );
  }

  /** The first voucher has the batch's id, so batches are listed by an index, without a table of their own. */
  private identity(batchId = this.ids.next()): Pick<Voucher, 'id' | 'batchId'> {
    const id = this.begun.has(batchId) ? this.ids.next() : batchId;
    this.begun.add(batchId);
    return { id, batchId };
  }

  change(row: Voucher, { revoked, ...values }: Partial<VoucherStepValues>): Voucher | readonly FieldProblem[] {
    const fixed = [
      ['count', values.count],
      ['prefix', values.prefix],
      ['code_length', values.codeLength],
    ] as const;
    const wrong = fixed.filter(([, value]) => value !== undefined);
    if (wrong.length > 0)
      return wrong.map(([name]) => ({ pointer: `#/${name}`, detail: 'can only be said when vouchers are made' }));
    const changes = {
      ...(values as Partial<VoucherFields>),
      ...(revoked && row.revokedAt === null ? { revokedAt: this.at } : {}),
    };
    const names = Object.keys(changes) as (keyof typeof changes)[];
    if (names.every((name) => changes[name] === row[name])) return row;
    const problem =
      changes.groupId === undefined || changes.groupId === row.groupId ? undefined : this.groupProblem(changes.groupId);
    return problem ?? { ...row, ...changes, revision: row.revision + 1, updatedAt: this.at };
  }

  keys({ code }: Voucher): (readonly [VoucherKey, string])[] {
    return [['code', codeKey(code)]];
  }

  aliases({ externalId }: Voucher): (readonly [VoucherKey, string])[] {
    return externalId === null ? [] : [['externalId', externalId]];
  }

  keyOf(key: VoucherKey, value: string): string {
    return keyOfVoucher(key, value);
  }

  /** Callers cannot choose codes, so an upsert by code only updates. */
  valuesOf(target: SetTarget<VoucherKey>): Partial<VoucherStepValues> | undefined {
    return target.by === 'externalId' ? { externalId: keyOfVoucher('externalId', target.value) } : undefined;
  }

  taken(): string {
    return 'A voucher with this code exists';
  }

  private groupProblem(groupId: string): FieldProblem[] | undefined {
    return this.groups.has(groupId)
      ? undefined
      : [{ pointer: '#/table_id', detail: `There is no user group ${groupId}` }];
  }
}
