import { OutboundFailure } from '../../kernel/http-client.js';
import type { ChargeAnswer, ChargeRefusal } from './charges.js';
import { ConnectorProblem } from './connector-problem.js';

/** A charge that is told to a vendor over HTTP. */
export interface ToldCharge {
  /**
   * Sends it. `again`: it was sent before, and nobody knows what became of that.
   * @throws ConnectorProblem
   */
  send(again: boolean): Promise<ChargeAnswer>;
  /** The vendor books one that comes again once only: it is sent a second time where the first has no answer. */
  readonly isRecognised: boolean;
  /** Statuses with which the vendor itself refuses. Any other says nothing of the bill. */
  readonly refusals: Readonly<Record<number, ChargeRefusal>>;
}

/** @throws ConnectorProblem only where not one byte of it has left, or where the vendor asked to come later */
export async function toldCharge({ send, isRecognised, refusals }: ToldCharge): Promise<ChargeAnswer> {
  const mostTries = isRecognised ? 2 : 1;
  for (let tried = 1; ; tried += 1) {
    try {
      const answer = await send(tried > 1);
      // What was sent once may be on the bill, whatever is said of the second try.
      return tried > 1 && answer.status === 'refused' ? { status: 'unclear', code: answer.code } : answer;
    } catch (error) {
      if (!(error instanceof ConnectorProblem)) throw error;
      const { status } = error.details;
      const code = String(status ?? '');
      const reason = refusals[status ?? 0];
      if (reason && tried === 1) return { status: 'refused', reason, code };
      const isUntold = isUnsent(error) || (error.code === 'rate_limited' && (isRecognised || status !== 503));
      if (isUntold && tried === 1) throw error;
      if (reason || isUntold || tried === mostTries) return { status: 'unclear', code };
    }
  }
}

function isUnsent({ cause }: ConnectorProblem): boolean {
  return cause instanceof OutboundFailure && !cause.mayHaveArrived;
}
