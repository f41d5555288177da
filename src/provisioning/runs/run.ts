import type { Instant } from '../../kernel/clock.js';
import type { RunMode } from '../api/ports.js';

export type RunStatus = 'queued' | 'running' | 'held' | 'done' | 'failed' | 'cancelled' | 'rejected';

export interface RunProblem {
  readonly code: string;
  readonly detail: string;
}

/** One pass over a connection's records. */
export interface Run {
  readonly organizationId: string;
  readonly id: string;
  readonly connectionId: string;
  readonly mode: RunMode;
  readonly status: RunStatus;
  readonly dryRun: boolean;
  readonly cursor: Readonly<Record<string, unknown>> | null;
  readonly pages: number;
  readonly seen: number;
  readonly changed: number;
  readonly planHash: string | null;
  readonly startedAt: Instant | null;
  /** The list was complete: what is left to do is to look at who was missing. */
  readonly collectedAt: Instant | null;
  readonly expiresAt: Instant | null;
}

export interface RunRequest {
  readonly mode: RunMode;
  readonly dryRun: boolean;
  readonly cause: 'operator' | 'schedule' | 'hint' | 'source';
  readonly requestedBy: string;
}

/** What one page adds to its run. */
export interface PageProgress {
  readonly cursor: Readonly<Record<string, unknown>> | null;
  readonly seen: number;
  readonly changed: number;
  readonly invalid: number;
}
