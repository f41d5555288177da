import { Injectable } from '@nestjs/common';
import { Clock, type Instant, earliest, laterBy, secondsBetween } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Disconnects, type DisconnectTarget } from '../../radius/disconnect/disconnects.js';
import { RadiusSecrets } from '../passwords/radius-secrets.js';
import { ReplyAttributes } from '../policies/reply-attributes.js';
import type { GroupPolicy } from '../user-groups/group-policy.js';
import { changeableReply, replyDigest } from './reply-digest.js';
import { nasAddressOf } from './session-check.js';
import { type DueSession, SessionEndingsRepository, type SettledEnding } from './session-endings.repository.js';
import { reauthenticationOrder } from './session-request.js';

/** How long until an access point that did not answer about a later end is told again. */
const toldAgainSeconds = 300;

/** Changes to sessions that go on: asks access points to apply them. */
@Injectable()
export class SessionChanges {
  constructor(
    private readonly rows: SessionEndingsRepository,
    private readonly disconnects: Disconnects,
    private readonly secrets: RadiusSecrets,
    private readonly replies: ReplyAttributes,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  targetOf(session: DueSession): DisconnectTarget | undefined {
    const { client, acctSessionId: sessionId, username, mac } = session;
    const address = nasAddressOf(session);
    if (!client || !address) return undefined;
    return {
      address,
      port: client.coaPort,
      secret: this.secrets.open(Buffer.from(client.secretSealed, 'base64')),
      sessionId,
      username,
      callingStationId: written(mac),
    };
  }

  /** Applies new limits. Returns a reason if the session has to end instead, so that the next one starts with them. */
  async change(
    context: Context,
    session: DueSession,
    reply: GroupPolicy,
    dueAt: Instant | null,
    signal: AbortSignal,
  ): Promise<Pick<SettledEnding, 'change'> | undefined> {
    const askedAt = this.clock.instant();
    const target = this.targetOf(session);
    if (!target) return {};
    await this.rows.begin(context, session, askedAt, 'changed');
    const { outcome, errorCause } = await this.disconnects.change(
      target,
      await this.replies.of(context, changeableReply(reply), session.client?.vendor),
      signal,
    );
    this.log.info(
      { sessionId: session.sessionId, outcome, errorCause },
      'session change requested from an access point',
    );
    if (outcome !== 'acknowledged') return { change: { replyDigest: null, outcome, errorCause } };
    await this.rows.settle(context, session, {
      ...untouched(session),
      state: 'waiting',
      dueAt,
      askedAt,
      change: { replyDigest: replyDigest(reply), outcome, errorCause },
    });
    return undefined;
  }

  /**
   * Applies a later end. Some makes count Session-Timeout from the beginning of the session, others from now, and not
   * all document which. Counted from the beginning it is never too short, and a session that runs too long is ended
   * from here. An access point that refuses ends the session at the earlier time.
   */
  async prolong(
    context: Context,
    session: DueSession,
    until: Instant,
    endsAt: Instant | null,
    signal: AbortSignal,
  ): Promise<void> {
    const askedAt = this.clock.instant();
    const target = this.targetOf(session);
    const seconds = Math.ceil(secondsBetween(session.startedAt, until));
    const { outcome, errorCause } = target
      ? await this.disconnects.change(target, [{ attribute: 'Session-Timeout', value: String(seconds) }], signal)
      : ({ outcome: 'unanswered', errorCause: null } as const);
    this.log.info({ sessionId: session.sessionId, until, outcome, errorCause }, 'later end told to an access point');
    const isHeard = outcome !== 'unanswered';
    await this.rows.settle(context, session, {
      ...untouched(session),
      state: 'waiting',
      dueAt: isHeard ? endsAt : earliest(endsAt, laterBy(askedAt, toldAgainSeconds)),
      askedAt,
      change: { replyDigest: null, outcome, errorCause },
      toldUntil: isHeard ? until : null,
    });
  }

  /** The session goes on; its device has to authenticate again. */
  async reauthenticate(
    context: Context,
    session: DueSession,
    endsAt: Instant | null,
    signal: AbortSignal,
  ): Promise<void> {
    const askedAt = this.clock.instant();
    const target = this.targetOf(session);
    const order = reauthenticationOrder(session.client?.vendor);
    await this.rows.begin(context, session, askedAt, 'reauthenticate');
    const { outcome, errorCause } =
      target && order
        ? await this.disconnects.change(target, [order], signal)
        : ({ outcome: 'unanswered', errorCause: null } as const);
    await this.rows.settle(context, session, {
      ...untouched(session),
      state: 'waiting',
      dueAt: endsAt,
      askedAt,
      errorCause,
      requestOutcome: outcome,
    });
  }
}

export function untouched({ attempts, state }: DueSession): SettledEnding {
  return { state, dueAt: null, reason: null, attempts, errorCause: null, askedAt: null };
}

/** A MAC address in the notation of RFC 3580. */
function written(mac: string | null): string | null {
  return mac === null ? null : (mac.toUpperCase().match(/../g) ?? []).join('-');
}
