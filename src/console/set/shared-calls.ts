import type { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';

const mostTogether = 100;
const longestMilliseconds = 1000;

/** What somebody asks for: `id` is that of the record to be made, by which the audit tells whose request it was. */
export interface CallInput {
  readonly id: string;
}

export interface SharedCall<W extends CallInput> {
  readonly context: Context;
  readonly wish: W;
}

export interface SharedWork<W extends CallInput, Answer> {
  /**
   * All in one statement. A promise in an answer's place is what that caller alone waits for. Throws when nothing was
   * done, or nobody knows.
   */
  together(context: Context, calls: readonly SharedCall<W>[]): Promise<readonly (Answer | PromiseLike<Answer>)[]>;
  /** As if there were nobody else. `isAgain`: a statement that had it failed, and may have done it all the same. */
  alone(context: Context, wish: W, isAgain: boolean): Promise<Answer>;
}

interface Waiting<W extends CallInput, Answer> extends SharedCall<W> {
  readonly answered: (answer: Answer | PromiseLike<Answer>) => void;
}

/**
 * Calls of one actor in one organization that wait at the same time share a statement: the first leaves at once, those
 * that come while it is under way leave together. So alone nobody waits for company. Nobody's failure is another's: the
 * calls of a statement that failed are done one by one, and one that hangs holds up those behind it for a second at
 * most.
 */
export class SharedCalls<W extends CallInput, Answer> {
  /** Who waits behind the statement that is under way. */
  private readonly lanes = new Map<string, Waiting<W, Answer>[]>();

  constructor(
    private readonly work: SharedWork<W, Answer>,
    private readonly clock: Clock,
  ) {}

  call(context: Context, wish: W): Promise<Answer> {
    if (context.transaction) return this.work.alone(context, wish, false);
    return new Promise((answered) => {
      this.join(laneOf(context), { context, wish, answered });
    });
  }

  private join(key: string, call: Waiting<W, Answer>): void {
    const lane = this.lanes.get(key);
    if (lane) {
      lane.push(call);
      return;
    }
    const opened = [call];
    this.lanes.set(key, opened);
    // Behind the requests that came in with this one, so that they are one statement from the first.
    setImmediate(() => {
      void this.serve(key, opened);
    });
  }

  private async serve(key: string, lane: Waiting<W, Answer>[]): Promise<void> {
    while (lane.length > 0) {
      const back = new AbortController();
      // With a reason: without one a DOMException is made, stack and all, which costs as much as the rest of this.
      const sent = this.send(lane.splice(0, mostTogether)).finally(() => back.abort('back'));
      await Promise.race([sent, this.clock.sleep(longestMilliseconds, back.signal)]);
    }
    this.lanes.delete(key);
  }

  /** Never rejects: each caller is answered, or refused, by itself. */
  private async send(calls: readonly Waiting<W, Answer>[]): Promise<void> {
    try {
      const answers = await this.work.together(sharedContext(calls), calls);
      for (const [index, { answered }] of calls.entries()) answered(answers[index]);
    } catch {
      for (const { context, wish, answered } of calls) answered(this.work.alone(context, wish, true));
    }
  }
}

function laneOf({ organizationId, actor: { kind, id, name }, keepsSessions = false }: Context): string {
  return JSON.stringify([organizationId, kind, id, name, keepsSessions]);
}

function sharedContext(calls: readonly SharedCall<CallInput>[]): Context {
  const [{ context }] = calls;
  if (calls.length === 1) return context;
  return { ...context, requestIds: Object.fromEntries(calls.map((call) => [call.wish.id, call.context.requestId])) };
}
