import { Injectable } from '@nestjs/common';
import type { Background } from '../kernel/background.js';
import { Clock } from '../kernel/clock.js';
import { Log } from '../kernel/log.js';
import type { WorkTrouble } from '../kernel/work-condition.js';

const patienceMilliseconds = 10_000;
/** About as long as the first query of the database takes. */
const gapMilliseconds = 40;

/** Everything that runs besides requests, started and stopped together. */
@Injectable()
export class Backgrounds {
  state: 'ok' | 'not started' | 'stopping' = 'not started';
  private started: Background[] = [];
  private stopping = new AbortController();
  private beginning: Promise<void> = Promise.resolve();

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  start(works: readonly Background[]): void {
    this.state = 'ok';
    this.stopping = new AbortController();
    this.beginning = this.beginEach(works, this.stopping.signal);
  }

  /** Work that has failed several times in a row. */
  troubles(): (WorkTrouble & { readonly work: string })[] {
    return this.started.flatMap(({ name, trouble }) => (trouble ? [{ work: name, ...trouble }] : []));
  }

  /** Finishes or hands back what is in flight; what takes longer than 10 s is left to its lease. */
  async stop(): Promise<void> {
    this.state = 'stopping';
    this.stopping.abort();
    await this.beginning;
    await Promise.all(
      this.started.map(async (work) => {
        let timer: NodeJS.Timeout | undefined;
        const tired = new Promise<'tired'>((resolve) => {
          timer = setTimeout(() => resolve('tired'), patienceMilliseconds);
        });
        const how = await Promise.race([work.stop().catch((error: unknown) => error), tired]);
        clearTimeout(timer);
        if (how === 'tired')
          this.log.warn({ work: work.name }, 'background work did not stop in time; its lease will expire');
        else if (how instanceof Error)
          this.log.warn({ work: work.name, error: how.message }, 'background work stopped with an error');
      }),
    );
    this.started = [];
  }

  /**
   * Started one after the other, and so they remain: thirty sweeps at the same moment would each need a connection, and
   * every open one costs PostgreSQL 7 MB.
   */
  private async beginEach(works: readonly Background[], signal: AbortSignal): Promise<void> {
    for (const work of works) {
      if (signal.aborted) return;
      work.start();
      this.started.push(work);
      await this.clock.sleep(gapMilliseconds, signal);
    }
  }
}
