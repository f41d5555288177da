import type { Instant } from '../../../kernel/clock.js';
import type { PlanItem } from '../preview/plan-item.js';

/**
 * `access`: turns known facts into access again, without asking the outside system; after a changed mapping. `drift`:
 * compares the console with what it was last told.
 */
export type RunMode = 'full' | 'incremental' | 'access' | 'drift' | 'endings';

export type RunStatus = 'queued' | 'running' | 'held' | 'done' | 'failed' | 'cancelled' | 'rejected';

export interface RunProblem {
  readonly code: string;
  readonly detail: string;
}

/** A decision of a person or program about a run. */
export interface RunDecision {
  readonly decision: 'approved' | 'rejected' | 'cancelled';
  /** Name of the operator or key, and its id. */
  readonly by: string;
  readonly actorId: string;
  readonly at: Instant;
  /** The hash of the plan that the decision is about. */
  readonly planHash: string | null;
  readonly comment: string | null;
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
  readonly problem: RunProblem | null;
  readonly planHash: string | null;
  readonly startedAt: Instant | null;
  /** The list was complete: only the missing records are left to check. */
  readonly collectedAt: Instant | null;
  /** Which list it read, where lists are delivered; `noList`: none was. */
  readonly listId: string | null;
  readonly expiresAt: Instant | null;
  readonly decisions: readonly RunDecision[];
  /** The mark for listed records; a list that starts over gets a new one. */
  readonly passId: string;
}

/** A claimed run. */
export interface ClaimedRun extends Run {
  readonly connector: string;
}

export interface RunRequest {
  readonly mode: RunMode;
  readonly dryRun: boolean;
  readonly cause: 'operator' | 'schedule' | 'hint' | 'source';
  readonly requestedBy: string;
}

export const noList = '';

/** What one page adds to its run. */
export interface PageProgress {
  readonly cursor: Readonly<Record<string, unknown>> | null;
  /** Default: 1. */
  readonly pages?: number;
  readonly seen: number;
  readonly changed: number;
  readonly invalid: number;
  readonly problem?: RunProblem;
}

/** Who works on a run, and until when it is leased. */
export interface Claim {
  readonly owner: string;
  readonly untilAt: Instant;
}

export type RunItemKind = 'removal' | 'ending' | 'approved' | 'removed' | 'departed' | PlanItem['kind'];

export type RunItem = Omit<PlanItem, 'kind'> & { readonly kind: RunItemKind; readonly identityId: string | null };

/** The run belongs to another worker, or was cancelled: stop silently. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
}

/** The run cannot be completed; nobody is removed because of it. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';

  constructor(readonly problem: RunProblem) {
    super(problem.detail);
  }
}
