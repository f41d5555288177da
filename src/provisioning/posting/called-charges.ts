import { Injectable } from '@nestjs/common';
import { WakeUps } from '../../database/wake-ups.js';
import { Background } from '../../kernel/background.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Log } from '../../kernel/log.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { ChargeAnswer, RoomCharge } from '../connector/charges.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import { ConnectorHost } from '../host/connector-host.js';
import { type Lease, Leases } from '../inbox/lease/leases.js';
import { callSeconds, type Posting } from './posting.js';
import { Postings } from './postings.js';
import { PostingsRepository } from './postings.repository.js';

type Call = (charge: RoomCharge, signal: AbortSignal) => Promise<ChargeAnswer>;

/** Sends charges by a call; those of a held link are sent by its holder (Listeners). */
@Injectable()
export class CalledCharges extends Background {
  readonly name = 'called-charges';
  private readonly sending = new Map<string, Promise<void>>();
  private stopListening: () => void = () => undefined;
  private stopping = new AbortController();
  private isStarted = false;

  constructor(
    private readonly postings: Postings,
    private readonly waiting: PostingsRepository,
    private readonly connections: ConnectionRepository,
    private readonly host: ConnectorHost,
    private readonly leases: Leases,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  start(): void {
    this.isStarted = true;
    this.stopping = new AbortController();
    this.stopListening = this.wakeUps.on('postings', ({ organizationId, key }) => void this.send(organizationId, key));
  }

  async stop(): Promise<void> {
    this.isStarted = false;
    this.stopListening();
    this.stopping.abort();
    await Promise.all(this.sending.values());
  }

  /** Finds charges whose wake-up was lost, and those that could not be sent before. */
  async keep(): Promise<void> {
    if (!this.isStarted) return;
    const waiting = await this.waiting.waiting(this.clock.instant());
    await Promise.all(waiting.map(({ organizationId, connectionId }) => this.send(organizationId, connectionId)));
  }

  /** Never rejects: the sweep comes again. */
  private send(organizationId: string, connectionId: string): Promise<void> {
    const known = this.sending.get(connectionId);
    if (known) return known;
    const sending = this.sendAll(systemContext(organizationId, `charges-${connectionId}`), connectionId)
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable))
          this.log.error({ connectionId, error: String(error) }, 'sending a charge failed');
      })
      .finally(() => this.sending.delete(connectionId));
    this.sending.set(connectionId, sending);
    return sending;
  }

  private async sendAll(context: Context, connectionId: string): Promise<void> {
    const connection = await this.connections.find(context, connectionId);
    if (!connection?.enabled || connection.quarantine !== null || connection.closing !== null) return;
    const { charges } = this.host.connectorOf(connection);
    if (!charges?.charge) return;
    const call: Call = (charge, signal) => charges.charge!(charge, signal);
    const lease = await this.leases.acquire(context, `charges ${connectionId}`);
    if (!lease) return;
    try {
      while (!this.stopping.signal.aborted && (await this.sendNext(context, connectionId, lease, call)));
    } finally {
      await lease.release();
    }
  }

  /** Stored as sent before the first byte leaves. False: nothing waits, or the next one cannot be sent now. */
  private async sendNext(context: Context, connectionId: string, lease: Lease, call: Call): Promise<boolean> {
    const posting = await this.postings.claim(context, connectionId, lease);
    if (!posting) return false;
    const answer = await this.answerTo(posting, lease, call);
    if (answer) await this.postings.answered(context, connectionId, posting.number, answer);
    else await this.postings.handBack(context, posting);
    return answer !== null;
  }

  /** Null: no byte of it has left. */
  private async answerTo(posting: Posting, lease: Lease, call: Call): Promise<ChargeAnswer | null> {
    const signal = AbortSignal.any([lease.signal, AbortSignal.timeout(callSeconds * 1000)]);
    try {
      return await call(posting, signal);
    } catch (error) {
      const { connectionId, number } = posting;
      const isUntold = error instanceof ConnectorProblem;
      this.log.warn({ connectionId, number, isUntold, error: String(error) }, 'charging a room failed');
      return isUntold ? null : { status: 'unclear', code: '' };
    }
  }
}
