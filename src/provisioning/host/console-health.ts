import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { ConsoleRefused, ConsoleUnavailable } from '../wifi-console/port/console-problems.js';
import type { OperationPriority } from '../wifi-console/port/wifi-console.js';
import type { Check } from '../connector/connector.js';
import { Consoles } from '../wifi-console/consoles.js';

const longestSeconds = 20;

/** Whether a connection's console can be written to: it is reachable and accepts our key. */
@Injectable()
export class ConsoleHealth {
  constructor(
    private readonly consoles: Consoles,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Never throws: a failure is a check that is not ok. The call waits for its share of the console's budget. */
  async check(context: Context, connection: StoredConnection, priority: OperationPriority): Promise<Check> {
    const { target } = connection;
    const tried = target.console === 'remote' ? target.base_url : 'the console of this service';
    const over = new AbortController();
    try {
      await Promise.race([this.ask(context, connection, priority), this.patience(over.signal)]);
      return {
        name: 'console',
        ok: true,
        tried,
        detail: target.console === 'remote' ? `${target.base_url} answers and accepts the key` : 'built-in',
      };
    } catch (error) {
      const remedy =
        error instanceof ConsoleRefused
          ? 'Make a key there with the rights to write users, groups and vouchers, and give it as target.token'
          : 'Check target.base_url and the way there; test again when the console answers';
      return {
        name: 'console',
        ok: false,
        tried,
        detail: this.meaningOf(connection, error),
        remedy,
        isRefused: error instanceof ConsoleRefused,
      };
    } finally {
      over.abort();
    }
  }

  private async ask(context: Context, connection: StoredConnection, priority: OperationPriority): Promise<void> {
    await this.consoles.for(connection).check(context, priority);
  }

  private async patience(over: AbortSignal): Promise<void> {
    await this.clock.sleep(longestSeconds * 1000, over);
    if (!over.aborted)
      throw new ConsoleUnavailable(
        `The console did not answer within ${longestSeconds} s; its rate budget may be spent`,
      );
  }

  private meaningOf({ id }: StoredConnection, error: unknown): string {
    if (error instanceof ConsoleRefused) return `The console answers, but does not accept the key: ${error.message}`;
    if (error instanceof ConsoleUnavailable || error instanceof Problem) return error.message;
    this.log.warn({ connectionId: id, error: String(error) }, 'checking a console failed');
    return 'The console could not be asked; the log names the cause';
  }
}
