import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { Remedy } from './login-remedies.js';

export const attemptStates = ['locked', 'counting', 'over'] as const;

export interface ExplainedAttempt {
  readonly id: string;
  readonly captivePortalId: string;
  readonly kind: string;
  readonly subject: string;
  readonly failures: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly countedUntil: Instant;
  readonly lockedUntil: Instant | null;
  readonly state: (typeof attemptStates)[number];
  /** `guessing`: over all devices; guests are asked for another fact, or wait before each code. */
  readonly reason: 'wrong_proof' | 'too_many_failures' | 'guessing';
  readonly remedies: readonly Remedy[];
}

const find = statement(
  'attempt_explanation_find',
  `
  select a.id, a.captive_portal_id as "captivePortalId", a.kind, a.subject, a.failures, a.first_at as "firstAt",
    a.last_at as "lastAt", a.counted_until as "countedUntil", a.locked_until as "lockedUntil"
  from portal_attempts a where a.organization_id = $1 and a.id = $2`,
);

/** Why a portal lets a device, a room or an account try no more, and what to do about it. */
@Injectable()
export class AttemptExplanations {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async explain(context: Context, id: string): Promise<ExplainedAttempt> {
    const row = await this.database.one<Omit<ExplainedAttempt, 'state' | 'reason' | 'remedies'>>(context, find, [
      context.organizationId,
      id,
    ]);
    if (!row) throw Problem.notFound('portal attempt', id);
    const now = this.clock.instant();
    const isLocked = row.lockedUntil !== null && row.lockedUntil > now;
    const state = isLocked ? 'locked' : row.countedUntil > now ? 'counting' : 'over';
    const reason =
      row.kind === 'portal' || row.kind === 'vouchers' ? 'guessing' : isLocked ? 'too_many_failures' : 'wrong_proof';
    return { ...row, state, reason, remedies: remediesOf(id, state) };
  }
}

function remediesOf(id: string, state: ExplainedAttempt['state']): Remedy[] {
  const plain = { call: null, fields: [], params: {} };
  if (state === 'over') return [];
  return [
    ...(state === 'locked'
      ? [{ code: 'unlock' as const, call: 'POST /portal-attempts/unlock', fields: ['id'], params: { id } }]
      : []),
    { code: 'check_name', ...plain },
    ...(state === 'locked' ? [{ code: 'wait' as const, ...plain }] : []),
  ];
}
