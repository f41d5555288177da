import { Injectable } from '@nestjs/common';
import type { Background } from '../kernel/background.js';
import { Log } from '../kernel/log.js';

const patienceMilliseconds = 10_000;

/** Everything that goes on beside requests, started and stopped as one. */
@Injectable()
export class Backgrounds {
  state: 'ok' | 'not started' | 'stopping' = 'not started';
  private started: readonly Background[] = [];

  constructor(private readonly log: Log) {}

  start(works: readonly Background[]): void {
    for (const work of works) work.start();
    this.started = works;
    this.state = 'ok';
  }

  /** In-flight work is finished or handed back; what takes longer than 10 s is left to its lease. */
  async stop(): Promise<void> {
    this.state = 'stopping';
    await Promise.all(this.started.map(async (work) => {
      let timer: NodeJS.Timeout | undefined;
      const tired = new Promise<'tired'>((resolve) => { timer = setTimeout(() => resolve('tired'), patienceMilliseconds); });
      const how = await Promise.race([work.stop().catch((error: unknown) => error), tired]);
      clearTimeout(timer);
      if (how === 'tired') this.log.warn({ work: work.name }, 'did not stop in time; its lease will run out');
      else if (how instanceof Error) this.log.warn({ work: work.name, error: how.message }, 'stopped with an error');
    }));
    this.started = [];
  }
}
