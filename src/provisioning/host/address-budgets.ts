import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { RequestLimit } from '../../kernel/rate-budget.js';
import type { SharedBudgets } from '../connector/address-budget.js';
import { AddressBudgetRepository } from './address-budget.repository.js';

/**
 * What a vendor allows one source address, kept by all processes together. Within a process, first come, first served.
 */
@Injectable()
export class AddressBudgets implements SharedBudgets {
  private readonly queues = new Map<string, Promise<void>>();

  constructor(
    private readonly rows: AddressBudgetRepository,
    private readonly clock: Clock,
  ) {}

  take(host: string, limit: RequestLimit, signal: AbortSignal): Promise<void> {
    const turn = (this.queues.get(host) ?? Promise.resolve()).then(() => this.wait(host, limit, signal));
    this.queues.set(
      host,
      turn.catch(() => undefined),
    );
    return turn;
  }

  private async wait(host: string, { requests, windowSeconds }: RequestLimit, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const milliseconds = await this.rows.take(host, this.clock.milliseconds(), requests, windowSeconds * 1000);
      if (milliseconds === 0) return;
      await this.clock.sleep(milliseconds, signal);
    }
  }
}
