import { Batcher } from '../../kernel/queues/batcher.js';

export interface AskedToken {
  readonly tokenHash: Buffer;
  readonly wantedOrganizationId: string | undefined;
}

/** One row of the answer; `n` is the position in what was asked, from 1. */
interface Row {
  readonly n: number;
}

/**
 * Requests that arrive while an answer is under way share the next question, so a busy process asks a few hundred times
 * a second whatever its load, and an idle one pays one indexed read. A request joins only a question that is asked
 * after it came, or it could miss a revocation.
 */
export class SharedQuestions<Known extends Row> {
  private readonly questions = new Batcher<AskedToken, Known | undefined>((asked) => this.answerAll(asked), {
    most: Infinity,
  });

  constructor(private readonly answer: (asked: readonly AskedToken[]) => Promise<Known[]>) {}

  /** What is known of this token; undefined: nothing. */
  ask(asked: AskedToken): Promise<Known | undefined> {
    return this.questions.add(asked);
  }

  /** Those who came with the same token and wish are one row of the question. */
  private async answerAll(asked: readonly AskedToken[]): Promise<(Known | undefined)[]> {
    const rows = new Map(asked.map((each) => [nameOf(each), each]));
    const known = new Map((await this.answer([...rows.values()])).map((each) => [each.n, each]));
    const positions = new Map([...rows.keys()].map((name, index) => [name, index + 1]));
    return asked.map((each) => known.get(positions.get(nameOf(each))!));
  }
}

function nameOf({ tokenHash, wantedOrganizationId }: AskedToken): string {
  return `${tokenHash.toString('base64')} ${wantedOrganizationId ?? ''}`;
}
