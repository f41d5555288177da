import type { ProblemDocument } from '../../http/problem/problem-document.js';
import type { Instant } from '../../kernel/clock.js';

export const bulkOps = ['create', 'update', 'upsert', 'delete'] as const;
export type BulkOp = (typeof bulkOps)[number];

export type RowStatus = 'created' | 'updated' | 'deleted' | 'unchanged' | 'failed';

/** The result of one operation, as the API reports it. */
export interface BulkResult {
  readonly index: number;
  /** The caller's own reference, or null. */
  readonly ref: string | null;
  readonly op: string | null;
  readonly status: RowStatus;
  /** Null if nothing was done, and for what a dry run would create. */
  readonly id: string | null;
  readonly error?: ProblemDocument;
  /** Codes of the vouchers that were created. */
  readonly vouchers?: readonly { readonly id: string; readonly code: string }[];
}

export type BulkSummary = Readonly<Record<RowStatus, number>>;

export const emptySummary: BulkSummary = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };

export function summaryOf(results: readonly BulkResult[], before: BulkSummary = emptySummary): BulkSummary {
  const summary = { ...before };
  for (const { status } of results) summary[status] += 1;
  return summary;
}

export interface BulkRequest {
  readonly operations: readonly unknown[];
  /** If one operation fails, none is done. */
  readonly atomic: boolean;
  /** Reports what would become of each operation, and does nothing. */
  readonly dryRun: boolean;
}

/** How long a job stays with a process that died. */
export const jobLeaseSeconds = 30;

export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export interface BulkJob {
  readonly organizationId: string;
  readonly id: string;
  readonly resource: string;
  readonly status: JobStatus;
  readonly atomic: boolean;
  readonly dryRun: boolean;
  readonly total: number;
  readonly processed: number;
  readonly summary: BulkSummary;
  /** Why the job failed as a whole. */
  readonly problem: ProblemDocument | null;
  /** Operations in each of its chunks but the last. */
  readonly chunkSize: number;
  /** The API key that asked. */
  readonly requestedBy: string;
  readonly cancelRequested: boolean;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
}

/**
 * Operations of one chunk: one transaction, one row of bulk_chunks. With a thousand, the texts on the way (sealed,
 * opened, results) exceed 128 KB, and V8 keeps such texts apart in its old generation and collects that for them. 500
 * cost a tenth more time and save 20 MB.
 */
export const chunkSize = 500;
export const mostAtOnce = 1000;
export const mostOfJob = 100_000;
/**
 * Open jobs of one organization (received, waiting or running). Each may hold 64 MiB, and other organizations wait
 * behind them.
 */
export const mostOpenJobs = 20;
