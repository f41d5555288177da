import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { ChargeAnswer } from '../connector/charges.js';
import {
  answerSeconds,
  type Posting,
  type PostingOutcome,
  type PostingStatus,
  unsentSeconds,
  type WantedPosting,
} from './posting.js';
import { PostingsRepository, type PostingSettlement } from './postings.repository.js';

/** So long people are reminded of a charge that somebody has to look at. */
const alarmSeconds = 7 * 24 * 3600;

/**
 * Charges to guests' rooms. A charge is stored with its number before it is sent, and marked as sent before the first
 * byte leaves: what became of one that has no answer is for the hotel to look up, never for us to try again.
 */
@Injectable()
export class Postings {
  constructor(
    private readonly rows: PostingsRepository,
    private readonly connections: ConnectionRepository,
    private readonly database: Database,
    private readonly alarms: Alarms,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The same id twice is one charge. */
  async add(inside: Context, wanted: WantedPosting): Promise<void> {
    const now = this.clock.instant();
    await this.rows.add(inside, wanted, now, laterBy(now, unsentSeconds));
    const { organizationId } = inside;
    this.database.afterCommit(inside, () =>
      this.wakeUps.publish({ topic: 'postings', organizationId, key: wanted.connectionId }),
    );
  }

  find(context: Context, id: string): Promise<Posting | undefined> {
    return this.rows.find(context, id);
  }

  /** The next one to send, for the holder of the connection's link. */
  claim(
    context: Context,
    connectionId: string,
    lease: { readonly name: string; readonly token: number },
  ): Promise<Posting | undefined> {
    const now = this.clock.instant();
    return this.rows.claim(context, connectionId, lease, now, laterBy(now, answerSeconds));
  }

  /** Not one byte of it has left. */
  handBack(context: Context, { id, createdAt }: Posting): Promise<void> {
    return this.rows.handBack(context, id, laterBy(createdAt, unsentSeconds));
  }

  /** What the hotel system says about a number; once it is settled, only a late answer still matters. */
  answered(context: Context, connectionId: string, number: number, answer: ChargeAnswer): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const posting = await this.rows.lockByNumber(inside, connectionId, number);
      if (!posting) return this.log.warn({ connectionId, number }, 'answer to an unknown charge');
      const status = after(posting.status, answer.status);
      if (status === undefined) return;
      const reason = answer.status === 'refused' ? answer.reason : null;
      await this.settle(inside, posting, { status, reason, code: answer.code });
    });
  }

  /** Gives up what was not sent in time, and what was not answered. */
  async expire(): Promise<void> {
    for (const { organizationId, id } of await this.rows.expired(this.clock.instant()))
      await this.database.transaction(systemContext(organizationId, 'postings'), async (inside) => {
        const posting = await this.rows.lock(inside, id);
        if (posting?.status === 'queued')
          await this.settle(inside, posting, { status: 'refused', reason: 'unreachable', code: null });
        if (posting?.status === 'sent')
          await this.settle(inside, posting, { status: 'unclear', reason: null, code: null });
      });
  }

  /**
   * Settles an unclear charge by what a person found in the hotel system.
   * @throws Problem not_found, conflict
   */
  settleByHand(context: Context, id: string, outcome: PostingOutcome): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const posting = await this.rows.lock(inside, id);
      if (!posting) throw Problem.notFound('room posting', id);
      if (posting.status !== 'unclear' && posting.status !== 'late')
        throw new Problem('conflict', `The charge is ${posting.status}: only one that is unclear or late is settled`);
      const { code } = posting;
      const settledBy = context.actor.name;
      const isCharged = outcome === 'charged';
      const status = isCharged ? 'accepted' : 'refused';
      await this.settle(inside, posting, { status, reason: isCharged ? null : 'refused', code, settledBy });
    });
  }

  private async settle(inside: Context, posting: Posting, settlement: PostingSettlement): Promise<void> {
    const { id, connectionId } = posting;
    const now = this.clock.instant();
    await this.rows.settle(inside, id, settlement, now);
    const { organizationId } = inside;
    this.database.afterCommit(inside, () =>
      this.wakeUps.publish({ topic: 'postings', organizationId, key: connectionId }),
    );
    const { status } = settlement;
    if (status !== 'unclear' && status !== 'late') {
      if (posting.status !== 'sent' && posting.status !== 'queued')
        await this.alarms.end(inside, ['posting.unclear'], [id]);
      return;
    }
    const connection = await this.connections.find(inside, connectionId);
    await this.alarms.raise(inside, [
      {
        event: 'posting.unclear',
        subjectId: id,
        subjectName: connection?.name ?? '',
        state: status,
        detail: wordsOf(posting, status),
        facts: { number: posting.number, room: posting.room, amount: posting.amount, currency: posting.currency },
        endsAt: laterBy(now, alarmSeconds),
      },
    ]);
  }
}

/** Undefined: nothing changes. */
function after(status: PostingStatus, answer: ChargeAnswer['status']): PostingStatus | undefined {
  if (status === 'sent') return answer;
  if (status !== 'unclear' || answer === 'unclear') return undefined;
  return answer === 'accepted' ? 'late' : 'refused';
}

function wordsOf({ number, room }: Posting, status: 'unclear' | 'late'): string {
  return status === 'late'
    ? `The hotel system accepted charge ${number} to room ${room} after the guest had been told that nobody knows. ` +
        'Take the charge back, or give the guest what was paid for'
    : `The hotel system did not answer charge ${number} to room ${room} in time: it may be on the bill or not. The ` +
        'guest got nothing for it';
}
