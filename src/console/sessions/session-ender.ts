import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { Disconnects } from '../../radius/disconnect/disconnects.js';
import { RadiusSecrets } from '../passwords/radius-secrets.js';
import type { EvaluatedPolicy } from '../policies/evaluate-policies.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { Events } from '../webhooks/events/events.js';
import { addressOf, checkSession } from './session-check.js';
import { type DueSession, type SessionKey, SessionEndingsRepository, type Settled } from './session-endings.repository.js';

const atOnce = 50;
const leaseSeconds = 30;
/** How long an access point may take from its acknowledgement to its accounting. */
const confirmSeconds = 60;
/** After so many silent tries the session's own timeout is what ends it. */
const pausesSeconds = [10, 60, 300, 1800];
/** RFC 5176, section 3.5: Session Context Not Found. */
const unknownSession = 503;
const staleSeconds = 86_400;
const keptSeconds = 90 * 86_400;
const roundsToUpkeep = 300;

/** Ends sessions whose access is over: asks the access point, and goes on asking until the session has stopped. */
@Injectable()
export class SessionEnder extends Periodic {
  readonly name = 'session-ender';
  protected readonly everyMilliseconds = 1_000;
  private rounds = 0;

  constructor(
    private readonly rows: SessionEndingsRepository, private readonly disconnects: Disconnects, private readonly secrets: RadiusSecrets, private readonly policies: PoliciesRepository,
    private readonly database: Database, private readonly events: Events, clock: Clock, log: Log,
  ) {
    super(clock, log);
  }

  override start(): void {
    this.rounds = 0;
    super.start();
  }

  async round(signal: AbortSignal): Promise<void> {
    if (this.rounds % roundsToUpkeep === 0) await this.upkeep();
    this.rounds += 1;
    for (;;) {
      const now = this.clock.instant();
      const due = await this.rows.claim(now, laterBy(now, leaseSeconds), atOnce);
      const policies = new Map<string, Promise<EvaluatedPolicy[]>>();
      for (const { organizationId } of due) if (!policies.has(organizationId)) policies.set(organizationId, this.policies.enabled(systemContext(organizationId, 'sessions')));
      await Promise.all(due.map(async (session) => this.look(session, (await policies.get(session.organizationId)) ?? [], signal)));
      if (due.length < atOnce || signal.aborted) return;
    }
  }

  private async look(session: DueSession, policies: readonly EvaluatedPolicy[], signal: AbortSignal): Promise<void> {
    const context = systemContext(session.organizationId, `session-${session.sessionId}`);
    if (!session.isOpen) return this.rows.forget(context, session);
    const now = this.clock.instant();
    const { reason, endsAt } = checkSession(session, policies, now);
    if (reason === null) return endsAt === null ? this.rows.forget(context, session) : this.rows.settle(context, session, { ...untouched(session), state: 'waiting', dueAt: endsAt });
    // It acknowledged, and no word came that the session stopped: some never send one.
    if (session.state === 'acknowledged') return this.close(context, session, 'Admin-Reset');
    return this.ask(context, session, reason, signal);
  }

  private async ask(context: Context, session: DueSession, reason: string, signal: AbortSignal): Promise<void> {
    const askedAt = this.clock.instant();
    const address = addressOf(session);
    const { client } = session;
    const settled = { ...untouched(session), reason, askedAt, attempts: session.attempts + 1 };
    if (!client || !address) return this.rows.settle(context, session, { ...settled, state: 'unanswered', dueAt: null });
    const { outcome, errorCause } = await this.disconnects.ask({
      address, port: client.coaPort, secret: this.secrets.open(Buffer.from(client.secretSealed, 'base64')), sessionId: session.acctSessionId, username: session.username, callingStationId: written(session.mac),
    }, signal);
    this.log.info({ sessionId: session.sessionId, reason, outcome, errorCause }, 'an access point was asked to end a session');
    await this.rows.settle(context, session, { ...settled, errorCause, state: outcome, dueAt: this.nextLook(outcome, settled.attempts) });
    if (outcome === 'refused' && errorCause === unknownSession) await this.close(context, session, 'Lost-Service');
  }

  private nextLook(outcome: Settled['state'], attempts: number): Instant | null {
    const now = this.clock.instant();
    if (outcome === 'acknowledged') return laterBy(now, confirmSeconds);
    const pause = outcome === 'unanswered' ? pausesSeconds[attempts - 1] : undefined;
    return pause === undefined ? null : laterBy(now, pause);
  }

  /** Closes the session in the tables: what the access point has is over or was never. */
  private async close(context: Context, session: SessionKey, cause: string): Promise<void> {
    const at = this.clock.instant();
    await this.database.transaction(context, async (inside) => {
      const closed = await this.rows.close(inside, session, at, cause);
      await this.rows.confirm(inside, session, at);
      if (!closed) return;
      const { username, mac, accessPoint, accessPointMac } = closed;
      await this.events.emit(inside, { event: 'device.disconnected', at, user: { username }, device: { mac }, accessPoint: { name: accessPoint, mac: accessPointMac } });
    });
  }

  private async upkeep(): Promise<void> {
    const now = this.clock.instant();
    for (const session of await this.rows.stale(laterBy(now, -staleSeconds))) await this.close(systemContext(session.organizationId, 'sessions'), session, 'Lost-Carrier');
    await this.rows.expire(laterBy(now, -keptSeconds));
  }
}

function untouched({ attempts, state }: DueSession): Settled {
  return { state, dueAt: null, reason: null, attempts, errorCause: null, askedAt: null };
}

/** As RFC 3580 writes addresses. */
function written(mac: string | null): string | null {
  return mac === null ? null : (mac.toUpperCase().match(/../g) ?? []).join('-');
}
