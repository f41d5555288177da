import { ApiProperty, PickType } from '@nestjs/swagger';
import { TextField, VerbatimField } from '../../../http/body/fields.js';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import { shown } from '../answers/shown.js';
import { runHindrances, type RunItemRow, type RunRow } from './run-records.js';

export class RunProblemDto {
  /** For programs. */
  code: string;
  /** For people: what is wrong and what would help. */
  detail: string;
}

export class RunDecisionDto {
  /** An approval alone does nothing where two have to approve. */
  @ApiProperty({ enum: ['approved', 'rejected', 'cancelled'] })
  decision: string;
  /** Name of the operator or key. */
  by: string;
  /** When. */
  at: string;
  /** Of the plan that was decided about: an approval counts for this plan only. */
  plan_hash: string | null;
  /** Why, in the words of whoever decided; null: nothing was said. */
  @ApiProperty({ type: String, nullable: true, example: 'The front desk says that the group has left' })
  comment: string | null;
}

export class RunDto extends LinksDto {
  id: string;
  /** The connection whose records were read. */
  connection_id: string;
  /**
   * full: everything is listed. incremental: what changed. access: what is known is mapped anew. drift: the console is
   * compared with what it was told. endings: staff who are said to have left, too many at once.
   */
  @ApiProperty({ enum: ['full', 'incremental', 'access', 'drift', 'endings'] })
  mode: string;
  /** What asked for it: an operator, the schedule, a hint (the outside said that there is news) and the like. */
  cause: string;
  /**
   * held: its plan would take too much away and waits for approval. rejected: an operator said no. cancelled: by an
   * operator, a later list, or after 24 hours of waiting.
   */
  @ApiProperty({ enum: ['queued', 'running', 'held', 'done', 'failed', 'cancelled', 'rejected'] })
  status: string;
  /**
   * What an open run waits for, as long as that lasts: its connection to be enabled, resumed or mended, the run in
   * progress, or the link to the outside system. Then it begins or goes on by itself. Null: nothing but its turn.
   */
  @ApiProperty({ enum: runHindrances, nullable: true })
  waits_for: string | null;
  /** Only says what would be done. */
  dry_run: boolean;
  /** Pages read so far. */
  pages: number;
  /** Records read so far. */
  seen: number;
  /** Records that were new or different. */
  changed: number;
  /** Records that could not be understood; whoever they are about keeps the access they have. */
  invalid: number;
  /** Records that are known but were not in the list. */
  missing: number;
  /** Items of the plan that wait for approval. */
  held: number;
  /** Of those who were said to have left: how many keep access until somebody decides, as they are too many at once. */
  endings_held: number;
  /** The run of mode `endings` in whose plan they are: approve that one, or reject it. */
  endings_run_id: string | null;
  /** What to approve: the hash of exactly this plan. */
  plan_hash: string | null;
  /** Why it failed; null: it did not. */
  @ApiProperty({ type: RunProblemDto, nullable: true })
  problem: RunProblemDto | null;
  /** Name of the key or operator that asked; `schedule` or `connector` where none did. */
  requested_by: string;
  /** Name of the key or operator that approved or rejected the plan; null: none did. */
  decided_by: string | null;
  /** What was decided, in this order. Where two have to approve, the first approval is here while the run is held. */
  @ApiProperty({ type: [RunDecisionDto] })
  decisions: RunDecisionDto[];
  /** It is held, and the organization wants two operators to approve (`runs_need_two`). */
  needs_two: boolean;
  created_at: string;
  /** When it began; null: it waits its turn. */
  started_at: string | null;
  /** When the list was complete; null: not yet. */
  collected_at: string | null;
  /** A held plan that nobody decides about lapses at this time. */
  expires_at: string | null;
  /** When it ended; null: it has not. */
  finished_at: string | null;
}

class EmbeddedRunsDto {
  runs: RunDto[];
}

export class RunPageDto extends PageDto {
  _embedded: EmbeddedRunsDto;
}

export class RunItemDto extends LinksDto {
  /** Place in the plan, from 1. */
  position: number;
  /**
   * As in a preview; or of a held plan: removal (missing from the list), ending (said to have left); of one that was
   * decided: approved, removed, departed.
   */
  kind: string;
  /** The record that it is about; null: none. */
  subject_id: string | null;
  /** The record's key at the vendor. */
  key: string | null;
  /** Of the stay, as it is known now; null: it is about no stay. */
  @ApiProperty({ type: String, nullable: true, example: '412' })
  room: string | null;
  /** Of whom it is about, as known now. */
  @ApiProperty({ type: String, nullable: true, example: 'Eva' })
  first_name: string | null;
  /** Of whom it is about, as known now. */
  @ApiProperty({ type: String, nullable: true, example: 'Nováková' })
  last_name: string | null;
  /** Name of the account; null: none. */
  account: string | null;
  /** The account as it is; null: there is none. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before: Record<string, unknown> | null;
  /** The account as it would be; null: there would be none. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  after: Record<string, unknown> | null;
  /** Why, or what was done about it. */
  detail: string | null;
}

class EmbeddedRunItemsDto {
  plan: RunItemDto[];
}

export class RunPlanDto extends PageDto {
  _embedded: EmbeddedRunItemsDto;
}

@BodyExample({ plan_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
export class ApprovalDto {
  /** `plan_hash` of the run as it was read: a plan that has changed since is not approved. */
  @VerbatimField(200)
  plan_hash: string;

  /** For whoever looks at it later. */
  @TextField(500, { required: false, nullable: true, example: 'The front desk says that the group has left' })
  comment?: string | null;
}

export class RejectionDto extends PickType(ApprovalDto, ['comment']) {}

export function runDto({ decisions, ...row }: RunRow): Omit<RunDto, '_links'> {
  return {
    ...row,
    decisions: decisions.map(({ decision, by, at, planHash, comment }) => ({
      decision,
      by,
      at,
      plan_hash: planHash,
      comment,
    })),
  };
}

export function runItemDto({ source_key, before, after, ...item }: RunItemRow): Omit<RunItemDto, '_links'> {
  return { ...item, key: source_key, before: shown(before), after: shown(after) };
}
