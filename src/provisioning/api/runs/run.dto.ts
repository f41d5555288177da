import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { shown } from '../shown.js';
import type { RunItemRow, RunRow } from './run-records.js';

export class RunProblemDto {
  code: string;
  detail: string;
}

export class RunDto extends LinksDto {
  id: string;
  connection_id: string;
  /** full: everything is listed. incremental: what changed. access: what is known is mapped anew. drift: the console is compared with what it was told. endings: staff who are said to have left, too many at once. */
  @ApiProperty({ enum: ['full', 'incremental', 'access', 'drift', 'endings'] })
  mode: string;
  cause: string;
  @ApiProperty({ enum: ['queued', 'running', 'held', 'done', 'failed', 'cancelled', 'rejected'] })
  status: string;
  dry_run: boolean;
  pages: number;
  seen: number;
  changed: number;
  /** Records that could not be understood; whoever they are about keeps the access they have. */
  invalid: number;
  missing: number;
  held: number;
  /** What to approve: the hash of exactly this plan. */
  plan_hash: string | null;
  @ApiProperty({ type: RunProblemDto, nullable: true })
  problem: RunProblemDto | null;
  requested_by: string;
  decided_by: string | null;
  created_at: string;
  started_at: string | null;
  collected_at: string | null;
  /** A held plan that nobody decides about lapses at this time. */
  expires_at: string | null;
  finished_at: string | null;
}

class EmbeddedRunsDto {
  runs: RunDto[];
}

export class RunPageDto extends PageDto {
  _embedded: EmbeddedRunsDto;
}

export class RunItemDto extends LinksDto {
  position: number;
  kind: string;
  subject_id: string | null;
  /** The record's key at the vendor. */
  key: string | null;
  account: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before: Record<string, unknown> | null;
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

export class ApprovalDto {
  /** `plan_hash` of the run as it was read: a plan that has changed since is not approved. */
  @IsString()
  @Length(1, 200)
  plan_hash: string;
}

export function runDto(row: RunRow): Omit<RunDto, '_links'> {
  return { ...row };
}

export function runItemDto({ position, kind, subject_id, source_key, account, before, after, detail }: RunItemRow): Omit<RunItemDto, '_links'> {
  return { position, kind, subject_id, key: source_key, account, before: shown(before), after: shown(after), detail };
}
