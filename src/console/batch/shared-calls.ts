import type { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Batcher } from '../../kernel/queues/batcher.js';

const mostTogether = 100;
const longestMilliseconds = 1000;

/** One call. `id` is that of the record to create; the audit finds the request by it. */
export interface CallInput {
  readonly id: string;
}

export interface SharedCall<W extends CallInput> {
  readonly context: Context;
  readonly request: W;
}

export interface SharedWork<W extends CallInput, Answer> {
  /**
   * Does all calls in one statement. A promise in place of an answer concerns that caller alone. Throws if nothing was
   * done, or if that is unknown.
   */
  together(context: Context, calls: readonly SharedCall<W>[]): Promise<readonly (Answer | PromiseLike<Answer>)[]>;
  /** Does one call by itself. `isAgain`: a statement that contained it failed, and may have done it all the same. */
  alone(context: Context, request: W, isAgain: boolean): Promise<Answer>;
}

interface LaneCall<W extends CallInput> extends SharedCall<W> {
  /** Calls in the same lane share a statement. */
  readonly lane: string;
}

/**
 * Calls of one actor in one organization share a statement while they wait. The first leaves at once; those that arrive
 * while it is in flight leave together, so a lone caller never waits. Failures are not shared: the calls of a failed
 * statement are repeated one by one, and one that hangs delays those behind it for a second at most.
 */
export class SharedCalls<W extends CallInput, Answer> {
  private readonly calls = new Batcher<LaneCall<W>, Answer>((calls) => this.send(calls), {
    most: mostTogether,
    inFlight: Infinity,
    fits: (call, first) => call.lane === first.lane,
    keyOf: ({ lane }) => lane,
    // Waits behind the requests that arrived with the first one, so that they share a statement from the start.
    gathers: true,
    holds: (answered) => this.aSecondOf(answered),
  });

  constructor(
    private readonly work: SharedWork<W, Answer>,
    private readonly clock: Clock,
  ) {}

  call(context: Context, request: W): Promise<Answer> {
    if (context.transaction) return this.work.alone(context, request, false);
    return this.calls.add({ context, request, lane: laneOf(context) });
  }

  private async send(calls: readonly LaneCall<W>[]): Promise<readonly (Answer | PromiseLike<Answer>)[]> {
    try {
      return await this.work.together(sharedContext(calls), calls);
    } catch {
      return calls.map(({ context, request }) => this.work.alone(context, request, true));
    }
  }

  private async aSecondOf(answered: Promise<unknown>): Promise<void> {
    const back = new AbortController();
    void answered.then(() => back.abort());
    await this.clock.sleep(longestMilliseconds, back.signal);
  }
}

function laneOf({ organizationId, actor: { kind, id, name }, keepsSessions = false }: Context): string {
  return JSON.stringify([organizationId, kind, id, name, keepsSessions]);
}

function sharedContext(calls: readonly SharedCall<CallInput>[]): Context {
  const [{ context }] = calls;
  if (calls.length === 1) return context;
  return { ...context, requestIds: Object.fromEntries(calls.map((call) => [call.request.id, call.context.requestId])) };
}
