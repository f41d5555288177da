import { ApiProperty, PickType } from '@nestjs/swagger';
import { PageDto, PageLinksDto, SelfLinkDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { type BulkJob, bulkOps, type BulkResult, type BulkSummary, jobStatuses } from './bulk.js';

const rowStatuses = ['created', 'updated', 'deleted', 'unchanged', 'failed'];

class BulkOperationDto {
  /**
   * `upsert` changes the record that `match` names, or creates it from `match` and `data`, which may name no other
   * record.
   */
  @ApiProperty({ enum: bulkOps })
  op: string;

  /** Identifies the record. Alternatively use `match`. */
  @ApiProperty({ required: false, format: 'uuid' })
  id?: string;

  /** Identifies the record by one of its keys: username, mac, name, code or external_id. */
  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { external_id: 'reservation 4711' },
  })
  match?: object;

  /** The same fields as in a single call. */
  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    example: { username: 'eva@example.com', first_name: 'Eva' },
  })
  data?: object;

  /** Your own reference, repeated in the result. */
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
  /** Carried out in this order; each sees what those before it did. At most 1,000, or 100,000 with /async. */
  @ApiProperty({ type: [BulkOperationDto], minItems: 1 })
  operations: BulkOperationDto[];

  /** If one operation fails, none is done. */
  @ApiProperty({ required: false, default: false })
  atomic?: boolean;

  /** Reports what would become of each operation, and does nothing. */
  @ApiProperty({ required: false, default: false })
  dry_run?: boolean;
}

@BodyExample({
  operations: [{ op: 'upsert', match: { external_id: 'reservation 4711' }, data: { username: 'eva@example.com' } }],
  dry_run: true,
})
export class BulkJobRequestDto extends PickType(BulkRequestDto, ['atomic', 'dry_run']) {
  /** Carried out in this order, each after the effects of those before it. At most 100,000. Or give a `filter`. */
  @ApiProperty({ type: [BulkOperationDto], minItems: 1, required: false })
  operations?: BulkOperationDto[];

  /**
   * As in the resource's list: selects all records that match when the job is created, at most 100,000. `{}` selects
   * all. Also needs the permission to read the resource.
   */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true, example: { disabled: 1 } })
  filter?: object;

  /** With a `filter`: the operation for each record. */
  @ApiProperty({ required: false, enum: ['update', 'delete'] })
  op?: string;

  /** With a `filter` and `update`: the fields that change, as in a single call. */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true, example: { disabled: 0 } })
  data?: object;
}

class BulkVoucherDto {
  id: string;
  /** User name and password of the guest. */
  code: string;
}

export class BulkResultDto {
  /** Position of the operation in the call, from 0. */
  index: number;
  /** The caller's own reference. Null if none was given. */
  ref: string | null;
  /** The operation's `op`. Null if it could not be read. */
  op: string | null;
  /** The outcome; with dry_run the outcome it would have. `unchanged`: nothing differed. */
  @ApiProperty({ enum: rowStatuses })
  status: string;
  /** Id of the record. Null if nothing was done, or if a dry run would create it. */
  id: string | null;
  /** A problem document. */
  @ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true })
  error?: object;
  /** Codes of the vouchers that were created. */
  @ApiProperty({ required: false, type: [BulkVoucherDto] })
  vouchers?: BulkVoucherDto[];
}

export class BulkSummaryDto {
  /** Operations that created a record. */
  created: number;
  /** Operations that changed one. */
  updated: number;
  /** Operations that deleted or revoked one. */
  deleted: number;
  /** Operations that changed nothing, because nothing differed. */
  unchanged: number;
  /** Operations that were refused. `error` of each says why. */
  failed: number;
}

export class BulkAnswerDto {
  /** One for each operation, in their order. */
  results: BulkResultDto[];
  /** Number of operations by outcome. */
  summary: BulkSummaryDto;
}

class BulkJobFieldsDto {
  /** Id of the job, for GET /bulk/status/{job_id}. */
  job_id: string;
  /** The resource: users, devices, vouchers or user-groups. */
  resource: string;
  /** `failed`: the job as a whole, see `error`. A job is `completed` even if single operations failed. */
  @ApiProperty({ enum: jobStatuses })
  status: string;
  /** If one operation fails, none is done. */
  atomic: boolean;
  /** Only reports what would be done. */
  dry_run: boolean;
  /** Number of operations in the job. */
  total: number;
  /** Operations that are finished, whatever their outcome. */
  processed: number;
  /** Number of operations by outcome, so far. */
  summary: BulkSummaryDto;
  /** Why the job failed as a whole: a problem document. */
  @ApiProperty({ nullable: true, type: 'object', additionalProperties: true })
  error: object | null;
  created_at: Instant;
  /** Null while it waits its turn. */
  started_at: Instant | null;
  /** Null until it is over. */
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
  /** Results of finished operations, one page of them. */
  results: BulkResultDto[];
  /** Number of this page, from 1. */
  page: number;
  /** Results on a full page. */
  page_size: number;
  /** Number of pages. */
  page_count: number;
  /** Number of results on all pages. */
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

/** Results come from jsonb, which does not keep the order of members. */
export function bulkResultDto({ index, ref, op, status, id, error, vouchers }: BulkResult): BulkResultDto {
  return { index, ref, op, status, id, ...(error ? { error } : {}), ...(vouchers ? { vouchers: [...vouchers] } : {}) };
}

function summaryDto({ created, updated, deleted, unchanged, failed }: BulkSummary): BulkSummaryDto {
  return { created, updated, deleted, unchanged, failed };
}
