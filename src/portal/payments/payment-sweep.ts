import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Background } from '../../kernel/background.js';
import { systemContext } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Log } from '../../kernel/log.js';
import { CardPayments } from './card-payments.js';
import { PaidAccess } from './paid-access.js';
import { RoomPayments } from './room-payments.js';

/** Gives paid access also to guests who have closed the page, and ends it with the stay if the hotel wants that. */
@Injectable()
export class PaymentSweep extends Background {
  readonly name = 'portal-payments';
  private started = false;
  private sweeping: Promise<void> | null = null;

  constructor(
    private readonly rooms: RoomPayments,
    private readonly cards: CardPayments,
    private readonly access: PaidAccess,
    private readonly log: Log,
  ) {
    super();
  }

  start(): void {
    this.started = true;
  }

  async stop(): Promise<void> {
    this.started = false;
    await this.sweeping;
  }

  /** All that is due now. */
  async sweep(): Promise<void> {
    const contextOf = (organizationId: string) => systemContext(organizationId, 'payments', 'portal');
    await this.rooms.settleAll(contextOf);
    await this.cards.followDue(contextOf);
    await this.access.endWithStays(contextOf);
  }

  @Interval(10_000)
  everyTenSeconds(): void {
    if (!this.started || this.sweeping) return;
    this.sweeping = this.sweep()
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable))
          this.log.error({ error: String(error) }, 'settling payments failed; the next sweep retries');
      })
      .finally(() => {
        this.sweeping = null;
      });
  }
}
