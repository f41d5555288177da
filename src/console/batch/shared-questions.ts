import { Batcher } from '../../kernel/queues/batcher.js';

export interface AskedToken {
  readonly tokenHash: Buffer;
  readonly wantedOrganizationId: string | undefined;
}

/** One row of the answer; `n` is its position in the question, from 1. */
interface Row {
  readonly n: number;
}

/**
 * Requests that arrive while a query is running share the next one. A busy process therefore asks a few hundred times a
 * second at any load, and an idle one pays one indexed read. A request only joins a query that starts after it arrived,
 * or it could miss a revocation.
 */
export class SharedQuestions<Known extends Row> {
  private readonly questions = new Batcher<AskedToken, Known | undefined>((asked) => this.answerAll(asked), {
    most: Infinity,
  });

  constructor(private readonly answer: (asked: readonly AskedToken[]) => Promise<Known[]>) {}

  /** What is known of this token, or undefined. */
  ask(asked: AskedToken): Promise<Known | undefined> {
    return this.questions.add(asked);
  }

  /** Requests with the same token and organization are one row of the question. */
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
