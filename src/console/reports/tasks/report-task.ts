import type { QueryParameters } from '../../../http/list/list-query.js';
import type { ProblemDocument } from '../../../http/problem/problem-document.js';
import type { Instant } from '../../../kernel/clock.js';
import type { ReportFormat } from '../query/report-request.js';
import type { Position } from '../query/report-sql.js';

export const taskStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled', 'expired'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** A report that some process makes into a file. */
export interface ReportTask {
  readonly organizationId: string;
  /** The `task_name` of the API. */
  readonly id: string;
  readonly reportId: string;
  readonly status: TaskStatus;
  /** As requested, except for the times, which were resolved then. */
  readonly parameters: QueryParameters;
  /** Format of the file, unless the download asks for another. */
  readonly format: ReportFormat;
  readonly earliestAt: Instant;
  readonly latestAt: Instant;
  readonly rows: number;
  readonly chunks: number;
  readonly position: Position | null;
  readonly attempts: number;
  readonly cancelRequested: boolean;
  /** Why it failed. */
  readonly problem: ProblemDocument | null;
  readonly requestedBy: string;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  /** When its file is deleted. */
  readonly expiresAt: Instant | null;
}

/** Of one organization, waiting or running. */
export const mostOpenTasks = 10;
export const mostRowsOfFile = 5_000_000;
export const mostDaysOfSums = 366;
/** How long a task stays with a process that died. */
export const taskLeaseSeconds = 30;
export const mostAttempts = 5;
export const fileKeptSeconds = 48 * 3600;
/** How long the outcome of a task can be read. */
export const taskKeptSeconds = 30 * 86_400;

/** 0 to 100: progress through the requested time. */
export function progressOf({ status, position, earliestAt, latestAt }: ReportTask, isDescending: boolean): number {
  if (status === 'completed' || status === 'expired') return 100;
  if (!position) return 0;
  const [from, until, at] = [earliestAt, latestAt, position.time].map((each) => Date.parse(each));
  const done = (isDescending ? until - at : at - from) / (until - from);
  return Math.min(99, Math.max(0, Math.floor(done * 100)));
}
