import type { Clock } from './clock.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import { WorkCondition } from './work-condition.js';

/**
 * Does what writes down something that has happened already, as often as it takes until the database has it, with
 * pauses that grow: done outside a second time for want of a note is what must not be. @throws DatabaseUnavailable when
 * `signal` is aborted before
 */
export async function untilDatabaseAnswers<Result>(
  clock: Clock,
  signal: AbortSignal,
  write: () => Promise<Result>,
): Promise<Result> {
  const condition = new WorkCondition(clock);
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || signal.aborted) throw error;
      await clock.sleep(condition.failed(error), signal);
    }
  }
}
