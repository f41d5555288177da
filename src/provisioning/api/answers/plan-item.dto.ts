import { ApiProperty } from '@nestjs/swagger';
import type { PlanItem } from '../../intake/preview/plan-item.js';
import { shown } from './shown.js';

export class PlanItemDto {
  /**
   * What would be done: create_user, change_user, disable_user, delete_user, create_vouchers, change_voucher,
   * revoke_voucher; or why nothing: unchanged, none, problem, disputed.
   */
  kind: string;
  /** The record's key at the vendor. */
  key: string | null;
  /** The record that it is about; null: it is not stored, or there are several. */
  subject_id: string | null;
  /** Name of the account; null: none. */
  account: string | null;
  /** The account as it is; null: there is none. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before: Record<string, unknown> | null;
  /** The account as it would be; null: there would be none. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  after: Record<string, unknown> | null;
  /** Why, or why the console may refuse it, for people. */
  detail: string | null;
}

export class PreviewItemDto extends PlanItemDto {
  /** The record as it was understood; null where there is none. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  facts: Record<string, unknown> | null;
}

export class PreviewDto {
  /** What would be done, record by record. */
  plan: PreviewItemDto[];
  /** How many items of each kind. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  summary: Record<string, number>;
  /** What would keep people from what they are given: credentials that nobody can learn. */
  warnings: string[];
}

export function previewDto(items: readonly PlanItem[], warnings: readonly string[]): PreviewDto {
  const summary: Record<string, number> = {};
  for (const { kind } of items) summary[kind] = (summary[kind] ?? 0) + 1;
  return {
    plan: items.map((item) => ({
      ...planItemDto(item),
      facts: shown(item.facts as Readonly<Record<string, unknown>> | undefined),
    })),
    summary,
    warnings: [...warnings],
  };
}

function planItemDto({ kind, sourceKey, subjectId, account, before, after, detail }: PlanItem): PlanItemDto {
  return { kind, key: sourceKey, subject_id: subjectId, account, before: shown(before), after: shown(after), detail };
}
