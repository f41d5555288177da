import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Ids } from '../../kernel/ids.js';
import { newLeaseOwner } from '../../kernel/lease-owner.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { Disconnects } from '../../radius/disconnect/disconnects.js';
import type { EvaluatedPolicy } from '../policies/evaluate-policies.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { Events } from '../events/events.js';
import { radiusEvent } from '../events/radius-event.js';
import { AccessPointTroubles } from './access-point-troubles.js';
import { ControllerSessionEnder } from './controller-session-ender.js';
import { SessionChanges, untouched } from './session-changes.js';
import { checkSession } from './session-check.js';
import {
  type DueSession,
  type SessionKey,
  SessionEndingsRepository,
  type SettledEnding,
} from './session-endings.repository.js';

const atOnce = 50;
/** Checks in progress, each with a socket while its access point is asked. */
const mostLooks = 500;
/** Time between an access point's acknowledgement and its accounting. */
const confirmSeconds = 60;
/** After this many tries without success only the session's own timeout ends it. */
const pausesSeconds = [10, 60, 300, 1800];
/** RFC 5176, section 3.5: Session Context Not Found. */
const unknownSession = 503;
const staleSeconds = 86_400;
const roundsToUpkeep = 300;

/** Ends sessions whose access is over: asks the access point, and repeats until the session has stopped. */
@Injectable()
export class SessionEnder extends Periodic {
  readonly name = 'session-ender';
  protected readonly everyMilliseconds: number = 1_000;
  private readonly owner: string;
  private rounds = 0;
  private unsubscribe = (): unknown => undefined;
  private readonly looks = new Set<Promise<void>>();

  constructor(
    private readonly rows: SessionEndingsRepository,
    private readonly disconnects: Disconnects,
    private readonly changes: SessionChanges,
    private readonly policies: PoliciesRepository,
    private readonly controllers: ControllerSessionEnder,
    private readonly troubles: AccessPointTroubles,
    private readonly database: Database,
    private readonly events: Events,
    private readonly wakeUps: WakeUps,
    ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
    this.owner = newLeaseOwner(ids);
  }

  override start(): void {
    this.rounds = 0;
    this.unsubscribe = this.wakeUps.on('sessions', () => this.wake());
    super.start();
  }

  override async stop(): Promise<void> {
    this.unsubscribe();
    await super.stop();
    await Promise.all(this.looks);
  }

  async round(signal: AbortSignal): Promise<void> {
    if (this.rounds % roundsToUpkeep === 0) await this.upkeep();
    this.rounds += 1;
    for (;;) {
      const due = await this.rows.claim({ owner: this.owner, now: this.clock.instant() }, atOnce);
      const policies = new Map<string, Promise<EvaluatedPolicy[]>>();
      for (const { organizationId } of due)
        if (!policies.has(organizationId))
          policies.set(organizationId, this.policies.enabled(systemContext(organizationId, 'sessions')));
      // Callers that await them learn of failures.
      policies.forEach((each) => {
        each.catch(() => undefined);
      });
      for (const session of due) this.begin(this.look(session, policies.get(session.organizationId), signal));
      if (due.length < atOnce || signal.aborted) return;
      while (this.looks.size >= mostLooks) await Promise.race(this.looks);
    }
  }

  /**
   * A silent access point takes seconds, and other sessions do not wait for it. What fails is checked again once its
   * lease is over.
   */
  private begin(look: Promise<void>): void {
    const ended = look
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable))
          this.log.warn(
            { work: this.name, error: String(error) },
            'ending a session failed; retried after its lease expires',
          );
      })
      .finally(() => this.looks.delete(ended));
    this.looks.add(ended);
  }

  private async look(
    session: DueSession,
    ofOrganization: Promise<readonly EvaluatedPolicy[]> | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const context = systemContext(session.organizationId, `session-${session.sessionId}`);
    if (!session.isOpen)
      return session.askedAt === null
        ? this.rows.forget(context, session)
        : this.rows.confirm(context, session, this.clock.instant());
    const policies = (await ofOrganization) ?? [];
    const check = checkSession(session, policies, this.clock.instant());
    const { reason, endsAt, change, tellUntil } = check;
    if (session.controller !== null)
      return this.controllers.look(context, { ...session, controller: session.controller }, check, signal, (cause) =>
        this.close(context, session, cause),
      );
    // Acknowledged, but no Stop arrived: some access points never send one.
    if (session.state === 'acknowledged' && (reason !== null || change))
      return this.close(context, session, 'Admin-Reset');
    if (reason !== null) return this.ask(context, session, reason, signal);
    // A later end is sent at the next look, which is immediate.
    const dueAt = tellUntil === undefined ? endsAt : this.clock.instant();
    if (change) {
      const refusal = await this.changes.change(context, session, change, dueAt, signal);
      return refusal && this.ask(context, session, 'changed', signal, refusal.change);
    }
    if (session.request === 'reauthenticate') return this.changes.reauthenticate(context, session, dueAt, signal);
    if (tellUntil !== undefined) return this.changes.prolong(context, session, tellUntil, endsAt, signal);
    // Keeps what it was given since it began.
    return endsAt === null && session.askedAt === null
      ? this.rows.forget(context, session)
      : this.rows.settle(context, session, { ...untouched(session), state: 'waiting', dueAt: endsAt });
  }

  private async ask(
    context: Context,
    session: DueSession,
    reason: string,
    signal: AbortSignal,
    change?: SettledEnding['change'],
  ): Promise<void> {
    const askedAt = this.clock.instant();
    const target = this.changes.targetOf(session);
    const settled = {
      ...untouched(session),
      reason,
      askedAt,
      attempts: session.attempts + 1,
      ...(change ? { change } : {}),
    };
    if (!target) return this.rows.settle(context, session, { ...settled, state: 'unanswered', dueAt: null });
    await this.rows.begin(context, session, askedAt, reason);
    const answer = await this.disconnects.ask(target, signal);
    const { outcome, errorCause } = answer;
    const isUnknown = outcome === 'refused' && errorCause === unknownSession;
    this.log.info(
      { sessionId: session.sessionId, reason, outcome, errorCause },
      'session end requested from an access point',
    );
    await this.rows.settle(context, session, {
      ...settled,
      errorCause,
      state: outcome,
      dueAt: this.nextLook(outcome, settled.attempts),
    });
    if (isUnknown) return this.close(context, session, 'Lost-Service');
    if (session.client) await this.troubles.heard(context, session.client, answer, settled.attempts);
  }

  private nextLook(outcome: SettledEnding['state'], attempts: number): Instant | null {
    const now = this.clock.instant();
    if (outcome === 'acknowledged') return laterBy(now, confirmSeconds);
    const pause = pausesSeconds[attempts - 1];
    return pause === undefined ? null : laterBy(now, pause);
  }

  /** Closes the session in the tables: at the access point it is over, or never existed. */
  async close(context: Context, session: SessionKey, cause: string): Promise<void> {
    const at = this.clock.instant();
    await this.database.transaction(context, async (inside) => {
      const closed = await this.rows.close(inside, session, at, cause);
      await this.rows.confirm(inside, session, at);
      if (!closed) return;
      await this.events.emit(inside, radiusEvent('device.disconnected', { ...closed, at }));
    });
  }

  private async upkeep(): Promise<void> {
    const now = this.clock.instant();
    for (const session of await this.rows.stale(laterBy(now, -staleSeconds)))
      await this.close(systemContext(session.organizationId, 'sessions'), session, 'Lost-Carrier');
  }
}
