import { Injectable } from '@nestjs/common';
import { Background } from '../../kernel/background.js';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { KeyIdempotency } from './key-idempotency.js';

const everyMilliseconds = 3600_000;

/** Drops kept answers once their day is over. Any number of processes may do so: each deletes what is left. */
@Injectable()
export class IdempotencyPurge extends Background {
  readonly name = 'idempotency purge';
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly idempotency: KeyIdempotency, private readonly clock: Clock, private readonly log: Log) {
    super();
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.idempotency.purge().catch((error: unknown) => this.log.warn({ error: String(error) }, 'kept answers could not be purged'));
      await this.clock.sleep(everyMilliseconds, signal);
    }
  }
}
