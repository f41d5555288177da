import { ApiProperty } from '@nestjs/swagger';
import { PageDto, PageLinksDto, SelfLinkDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { type BulkJob, bulkOps, type BulkResult, type BulkSummary, jobStatuses } from './bulk.js';

const rowStatuses = ['created', 'updated', 'deleted', 'unchanged', 'failed'];

class BulkOperationDto {
  /** upsert: changes the record that `match` names, or makes it of `match` and `data`. */
  @ApiProperty({ enum: bulkOps })
  op: string;

  /** Names the record; or use match. */
  @ApiProperty({ required: false, format: 'uuid' })
  id?: string;

  /** Names the record by one of its keys: username, mac, name, code or external_id. */
  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { external_id: 'reservation 4711' },
  })
  match?: object;

  /** Fields as in a single call. */
  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    example: { username: 'eva@example.com', first_name: 'Eva' },
  })
  data?: object;

  /** Your own, comes back in the result. */
  @ApiProperty({ required: false, maxLength: 255, example: 'row 17' })
  ref?: string;
}

@BodyExample({
  operations: [
    {
      op: 'upsert',
      match: { external_id: 'reservation 4711' },
      data: { username: 'eva@example.com', first_name: 'Eva' },
      ref: 'row 17',
    },
  ],
  dry_run: true,
})
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
  /** User name and password of the guest. */
  code: string;
}

export class BulkResultDto {
  /** Place of the operation in the call, from 0. */
  index: number;
  /** The caller's own; null: none was given. */
  ref: string | null;
  /** As in the call; null: it could not be read. */
  op: string | null;
  /** What became of it; with dry_run what would. unchanged: it was so already. */
  @ApiProperty({ enum: rowStatuses })
  status: string;
  /** The record; null: nothing was done, or a dry run would create it. */
  id: string | null;
  /** A problem document. */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true })
  error?: object;
  /** The codes of vouchers that were made. */
  @ApiProperty({ required: false, type: [BulkVoucherDto] })
  vouchers?: BulkVoucherDto[];
}

export class BulkSummaryDto {
  /** Operations that made a record. */
  created: number;
  /** Operations that changed one. */
  updated: number;
  /** Operations that deleted or revoked one. */
  deleted: number;
  /** Operations whose record was so already. */
  unchanged: number;
  /** Operations that were refused; `error` of each says why. */
  failed: number;
}

export class BulkAnswerDto {
  /** One for each operation, in their order. */
  results: BulkResultDto[];
  /** How many operations ended how. */
  summary: BulkSummaryDto;
}

class BulkJobFieldsDto {
  /** Id of the job: GET /bulk/status/{job_id}. */
  job_id: string;
  /** What the operations are about: users, devices, vouchers or user-groups. */
  resource: string;
  /** failed: as a whole, see `error`; a job whose operations failed singly is completed. */
  @ApiProperty({ enum: jobStatuses })
  status: string;
  /** All or nothing. */
  atomic: boolean;
  /** Only says what would be done. */
  dry_run: boolean;
  /** Operations of the job. */
  total: number;
  /** Operations that are done, whatever came of them. */
  processed: number;
  /** How many operations ended how, so far. */
  summary: BulkSummaryDto;
  /** Why the job failed as a whole; a problem document. */
  @ApiProperty({ nullable: true, type: 'object', additionalProperties: true })
  error: object | null;
  created_at: Instant;
  /** Null: it waits its turn. */
  started_at: Instant | null;
  /** Null: it is not over. */
  finished_at: Instant | null;
}

export class BulkJobDto extends BulkJobFieldsDto {
  _links: SelfLinkDto;
}

class EmbeddedBulkJobsDto {
  bulk_jobs: BulkJobDto[];
}

export class BulkJobPageDto extends PageDto {
  _embedded: EmbeddedBulkJobsDto;
}

export class BulkStatusDto extends BulkJobFieldsDto {
  /** Of the operations that are done, a page of them. */
  results: BulkResultDto[];
  /** Number of this page, from 1. */
  page: number;
  /** Results on a full page. */
  page_size: number;
  /** Pages of results in all. */
  page_count: number;
  /** Results in all. */
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
