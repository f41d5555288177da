import type { Chance } from './chance.js';
import type { Clock } from './clock.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import { WorkCondition } from './work-condition.js';

/**
 * Records something that has already happened. Retries with growing pauses until the database has it, because a lost
 * record would repeat the effect outside.
 * @throws DatabaseUnavailable when `signal` is aborted before
 */
export async function untilDatabaseAnswers<Result>(
  clock: Clock,
  chance: Chance,
  signal: AbortSignal,
  write: () => Promise<Result>,
): Promise<Result> {
  const condition = new WorkCondition(clock, chance);
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || signal.aborted) throw error;
      await clock.sleep(condition.failed(error), signal);
    }
  }
}
