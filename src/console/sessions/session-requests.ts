import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { SessionRequest } from './session-request.js';

/** Asked again, it begins anew: the tries of the earlier request do not count. */
const request = statement(
  'session_requests_write',
  `
  insert into session_endings as e (organization_id, session_id, started_at, due_at, request, requested_at)
    values ($1, $2, $3, $4, $5, $4)
  on conflict (organization_id, session_id) do update set due_at = least(e.due_at, excluded.due_at),
      due_again = true,
    request = excluded.request, requested_at = excluded.requested_at, request_outcome = null,
    state = 'waiting', attempts = 0, error_cause = null
  where e.confirmed_at is null`,
);

/** Puts what somebody asks for an open session into the queue of session endings. */
@Injectable()
export class SessionRequests {
  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
  ) {}

  /** Wake the workers once this is committed: `wake`. */
  async ask(
    context: Context,
    session: { readonly id: string; readonly startedAt: Instant },
    wanted: SessionRequest,
  ): Promise<void> {
    const { organizationId } = context;
    await this.database.query(context, request, [
      organizationId,
      session.id,
      session.startedAt,
      this.clock.instant(),
      wanted,
    ]);
  }

  wake({ organizationId }: Context): void {
    this.wakeUps.publish({ topic: 'sessions', organizationId, key: '' });
  }
}
