import { PartialType } from '@nestjs/swagger';
import { Field, OneOfField, WholeNumberField } from '../../http/body/fields.js';
import { type Reader, Wrong } from '../../http/body/readers.js';
import { wrongCronLine } from '../../kernel/cron-line.js';

const cronLine: Reader = (value) => {
  const wrong = wrongCronLine(value);
  return wrong === null ? value : new Wrong(wrong);
};

/** Cron lines of five fields; null: never. */
export class ScheduleDto {
  /** All records are listed. */
  @Field(cronLine, { type: String, nullable: true, example: '17 4 * * *' })
  readonly full: string | null;

  /** What has changed is asked for. */
  @Field(cronLine, { type: String, nullable: true, example: '*/10 * * * *' })
  readonly incremental: string | null;

  /** The console is compared with what it was told. */
  @Field(cronLine, { type: String, nullable: true, example: '41 3 * * 0' })
  readonly drift?: string | null;
}

/** What may be taken away without asking. */
export class SafetyDto {
  /** Removals by absence in 24 hours. */
  @WholeNumberField(0, 1_000_000, { required: false, example: 5 })
  readonly max_removals: number;

  /** The same, in percent of those who are known. */
  @WholeNumberField(0, 100, { required: false, example: 10 })
  readonly max_removals_percent: number;

  /** Staff who are said to have left, in 24 hours; absent: 20. */
  @WholeNumberField(0, 1_000_000, { required: false, example: 20 })
  readonly max_endings?: number;

  /** The same, in percent of those who are known; absent: 25. */
  @WholeNumberField(0, 100, { required: false, example: 25 })
  readonly max_endings_percent?: number;
}

export const driftActions = ['report', 'repair', 'accept'] as const;

/** What to do with an account of ours that somebody else changed: report it, write it back, or leave it. */
export type DriftAction = (typeof driftActions)[number];

/** By kind of difference. */
export class DriftDto {
  /** Accounts that somebody else changed: report only, repair (say everything again) or accept (as they are now). */
  @OneOfField(driftActions)
  readonly changed: DriftAction;

  /** Accounts that somebody else deleted: report only, repair (make them again) or accept. */
  @OneOfField(driftActions)
  readonly missing: DriftAction;
}

export class DriftInputDto extends PartialType(DriftDto, { skipNullProperties: false }) {}
