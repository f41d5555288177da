import type { Clock } from '../kernel/clock.js';
import type { Context } from '../kernel/context.js';
import { isUuid } from '../kernel/ids.js';
import { Batcher } from '../kernel/queues/batcher.js';
import type { Database } from './database.js';
import type { Statement } from './statement.js';

const mostTogether = 100;
const longestMilliseconds = 1000;

interface Wanted {
  readonly context: Context;
  readonly id: string;
}

/**
 * Records by their ids, where tables are distributed: Citus plans each statement anew, which costs more than the row.
 * Calls of one organization that come while one is asked leave together when it is answered; a lone caller never waits.
 * Each answer is of a statement that began after its caller came. One that hangs delays those behind it for a second.
 */
export class SharedReads<Row extends { readonly id: string }> {
  private readonly wanted = new Batcher<Wanted, Row | undefined>((wanted) => this.send(wanted), {
    most: mostTogether,
    inFlight: Infinity,
    fits: (one, first) => one.context.organizationId === first.context.organizationId,
    keyOf: ({ context }) => context.organizationId,
    gathers: true,
    holds: (answered) => this.aSecondOf(answered),
  });

  /** @param many of an organization and an array of ids. */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly many: Statement,
  ) {}

  /** Undefined: this call is asked by itself. */
  find(context: Context, id: string): Promise<Row | undefined> | undefined {
    if (!this.database.isDistributed || context.transaction || !isUuid(id)) return undefined;
    return this.wanted.add({ context, id: id.toLowerCase() });
  }

  private async send(wanted: readonly Wanted[]): Promise<(Row | undefined)[]> {
    const [{ context }] = wanted;
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const rows = await this.database.query<Row>(context, this.many, [context.organizationId, ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return wanted.map(({ id }) => byId.get(id));
  }

  private async aSecondOf(answered: Promise<unknown>): Promise<void> {
    const back = new AbortController();
    void answered.then(() => back.abort());
    await this.clock.sleep(longestMilliseconds, back.signal);
  }
}
