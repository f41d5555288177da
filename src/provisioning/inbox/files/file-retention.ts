import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../../kernel/context.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { FileRepository } from './file.repository.js';

/** Files name people: their content is kept this long, less the hour in which it is found. */
const contentSeconds = 7 * 86_400 - 3_600;
const recordSeconds = 90 * 86_400;
const rowsAtOnce = 100;

/** Erases contents of files after a week, and what is left of them after a quarter. */
@Injectable()
export class FileRetention extends Periodic {
  readonly name = 'file-retention';
  protected override readonly firstMilliseconds = 60_000;
  protected readonly everyMilliseconds = 1_800_000;

  constructor(
    private readonly files: FileRepository,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  async round(signal?: AbortSignal): Promise<void> {
    const context = systemContext(everyOrganization, 'file-retention');
    const now = this.clock.instant();
    while (
      !signal?.aborted &&
      (await this.files.erase(context, laterBy(now, -contentSeconds), rowsAtOnce)) === rowsAtOnce
    );
    while (
      !signal?.aborted &&
      (await this.files.forget(context, laterBy(now, -recordSeconds), rowsAtOnce)) === rowsAtOnce
    );
  }
}
