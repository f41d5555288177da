import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock, earliest, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { jitter, RetryPolicy } from '../../kernel/retry-policy.js';
import type { SessionCheck } from './session-check.js';
import { type ControllerEnding, type ControllerSession, SessionControllers } from './session-controllers.js';
import { type DueSession, SessionEndingsRepository } from './session-endings.repository.js';

/** Controllers say yes before their access points know: the gate is looked at again and again until it is closed. */
const pendingSeconds = 2;
/** For as long as the controller would let the device in. */
const unansweredRetries = new RetryPolicy({
  delays: [2, 5, 10, 30, 60, 300],
  jitter: jitter.tenthLater,
});
const pendingRetries = new RetryPolicy({ delays: [pendingSeconds, 2, 2, 5, 10, 30, 60] });

/** Ends sessions that no access point was asked for by RADIUS: a gateway's controller was told to let them in. */
@Injectable()
export class ControllerSessionEnder {
  constructor(
    private readonly rows: SessionEndingsRepository,
    private readonly controllers: SessionControllers,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly log: Log,
  ) {}

  /** `close` closes the session in the tables. */
  async look(
    context: Context,
    session: DueSession & { readonly controller: ControllerSession },
    { reason, ...check }: SessionCheck,
    signal: AbortSignal,
    close: (cause: string) => Promise<void>,
  ): Promise<void> {
    const { controller, sessionId } = session;
    const now = this.clock.instant();
    const over =
      reason ?? (controller.retired ? 'gateway_retired' : controller.untilAt <= now ? 'session_timeout' : null);
    if (over === null) {
      const dueAt = await this.nextLook(context, session, check);
      return this.rows.settle(context, session, { ...unasked, dueAt });
    }
    await this.rows.begin(context, session, now, over);
    const outcome = await this.controllers.end(context, sessionId, controller, signal);
    this.log.info({ sessionId, reason: over, outcome }, 'session end requested from a controller');
    if (outcome === 'ended') return close(over === 'session_timeout' ? 'Session-Timeout' : 'Admin-Reset');
    // It has closed by itself, whatever it was told.
    if (controller.untilAt <= laterBy(now, -closesLateSeconds)) return close('Session-Timeout');
    const attempts = session.attempts + 1;
    await this.rows.settle(context, session, {
      ...unasked,
      state: outcome === 'pending' ? 'acknowledged' : 'unanswered',
      dueAt: laterBy(this.clock.instant(), this.pauseSeconds(outcome, attempts)),
      reason: over,
      attempts,
      askedAt: now,
    });
  }

  /** Tells the controller a later end, or another speed, before anything else. */
  private async nextLook(
    context: Context,
    { sessionId, controller }: DueSession & { readonly controller: ControllerSession },
    { endsAt, change, tellUntil }: Omit<SessionCheck, 'reason'>,
  ): Promise<Instant | null> {
    if (tellUntil === undefined && !change) return earliest(endsAt, controller.untilAt);
    const until = tellUntil ?? controller.untilAt;
    const isTold = await this.controllers.admitAnew(context, sessionId, until);
    this.log.info({ sessionId, until, isTold }, 'later end or another speed told to a controller');
    if (isTold) return earliest(endsAt, until);
    return earliest(endsAt, controller.untilAt, laterBy(this.clock.instant(), toldAgainSeconds));
  }

  private pauseSeconds(outcome: ControllerEnding, attempts: number): number {
    const retries = outcome === 'pending' ? pendingRetries : unansweredRetries;
    return retries.delaySeconds(attempts, this.chance);
  }
}

/** How long until a controller that could not be told a later end, or another speed, is told again. */
const toldAgainSeconds = 60;
/** Controllers count in whole minutes. */
const closesLateSeconds = 120;
const unasked = {
  state: 'waiting',
  dueAt: null,
  reason: null,
  attempts: 0,
  errorCause: null,
  askedAt: null,
} as const;
