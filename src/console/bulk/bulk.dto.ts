import { ApiProperty } from '@nestjs/swagger';
import { PageLinksDto, SelfLinkDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { type BulkJob, bulkOps, type BulkResult, type BulkSummary, jobStatuses } from './bulk.js';

const rowStatuses = ['created', 'updated', 'deleted', 'unchanged', 'failed'];

class BulkOperationDto {
  @ApiProperty({ enum: bulkOps })
  op: string;

  /** Names the record; or use match. */
  @ApiProperty({ required: false, format: 'uuid' })
  id?: string;

  /** Names the record by one of its keys: username, mac, name, code or external_id. */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: { type: 'string' }, example: { external_id: 'reservation 4711' } })
  match?: object;

  /** Fields as in a single call. */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true, example: { username: 'eva@example.com', first_name: 'Eva' } })
  data?: object;

  /** Your own, comes back in the result. */
  @ApiProperty({ required: false, maxLength: 255, example: 'row 17' })
  ref?: string;
}

export class BulkRequestDto {
  /** In this order, each seeing what those before it did. At most 1,000, or 100,000 with /async. */
  @ApiProperty({ type: [BulkOperationDto], minItems: 1 })
  operations: BulkOperationDto[];

  /** All or nothing. */
  @ApiProperty({ required: false, default: false })
  atomic?: boolean;

  /** Says what would become of each operation, and does nothing. */
  @ApiProperty({ required: false, default: false })
  dry_run?: boolean;
}

class BulkVoucherDto {
  id: string;
  code: string;
}

export class BulkResultDto {
  index: number;
  ref: string | null;
  op: string | null;
  @ApiProperty({ enum: rowStatuses })
  status: string;
  id: string | null;
  /** A problem document. */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true })
  error?: object;
  /** The codes of vouchers that were made. */
  @ApiProperty({ required: false, type: [BulkVoucherDto] })
  vouchers?: BulkVoucherDto[];
}

export class BulkSummaryDto {
  created: number;
  updated: number;
  deleted: number;
  unchanged: number;
  failed: number;
}

export class BulkAnswerDto {
  results: BulkResultDto[];
  summary: BulkSummaryDto;
}

class BulkJobFieldsDto {
  job_id: string;
  resource: string;
  @ApiProperty({ enum: jobStatuses })
  status: string;
  atomic: boolean;
  dry_run: boolean;
  total: number;
  processed: number;
  summary: BulkSummaryDto;
  /** Why the job failed as a whole; a problem document. */
  @ApiProperty({ nullable: true, type: 'object', additionalProperties: true })
  error: object | null;
  created_at: Instant;
  started_at: Instant | null;
  finished_at: Instant | null;
}

export class BulkJobDto extends BulkJobFieldsDto {
  _links: SelfLinkDto;
}

export class BulkStatusDto extends BulkJobFieldsDto {
  results: BulkResultDto[];
  page: number;
  page_size: number;
  page_count: number;
  total_items: number;
  _links: PageLinksDto;
}

export function bulkJobDto(job: BulkJob): BulkJobFieldsDto {
  return {
    job_id: job.id,
    resource: job.resource,
    status: job.status,
    atomic: job.atomic,
    dry_run: job.dryRun,
    total: job.total,
    processed: job.processed,
    summary: summaryDto(job.summary),
    error: job.problem,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
  };
}

/** Results come out of jsonb, which forgets the order of members. */
export function bulkResultDto({ index, ref, op, status, id, error, vouchers }: BulkResult): BulkResultDto {
  return { index, ref, op, status, id, ...(error ? { error } : {}), ...(vouchers ? { vouchers: [...vouchers] } : {}) };
}

function summaryDto({ created, updated, deleted, unchanged, failed }: BulkSummary): BulkSummaryDto {
  return { created, updated, deleted, unchanged, failed };
}
