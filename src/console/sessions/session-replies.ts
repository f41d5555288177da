import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import type { GroupPolicy } from '../user-groups/group-policy.js';
import { evaluateSession } from './session-check.js';
import { type SessionKey, SessionEndingsRepository } from './session-endings.repository.js';

/** What RADIUS would give a session now, for who is let in without it. */
@Injectable()
export class SessionReplies {
  constructor(
    private readonly rows: SessionEndingsRepository,
    private readonly policies: PoliciesRepository,
    private readonly clock: Clock,
  ) {}

  async of(context: Context, session: Pick<SessionKey, 'sessionId' | 'startedAt'>): Promise<GroupPolicy> {
    const facts = await this.rows.facts(context, session);
    if (!facts) return {};
    return evaluateSession(facts, await this.policies.enabled(context), this.clock.instant()).reply;
  }
}
