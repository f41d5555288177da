export interface AskedToken {
  readonly tokenHash: Buffer;
  readonly wantedOrganizationId: string | undefined;
}

/** One row of the answer; `n` is the position in what was asked, from 1. */
interface Row {
  readonly n: number;
}

interface Caller<Known> {
  readonly resolve: (known: Known | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Those who came with the same token and wish, and get the same answer. */
interface Waiting<Known> extends AskedToken {
  readonly callers: Caller<Known>[];
}

/**
 * Requests that arrive while an answer is under way share the next question, so a busy process asks a few hundred times
 * a second whatever its load, and an idle one pays one indexed read.
 */
export class SharedQuestions<Known extends Row> {
  private waiting = new Map<string, Waiting<Known>>();
  private isAsking = false;

  constructor(private readonly answer: (asked: readonly AskedToken[]) => Promise<Known[]>) {}

  /** What is known of this token; undefined: nothing. */
  ask(asked: AskedToken): Promise<Known | undefined> {
    const name = `${asked.tokenHash.toString('base64')} ${asked.wantedOrganizationId ?? ''}`;
    const waiting = this.waiting.get(name) ?? { ...asked, callers: [] };
    this.waiting.set(name, waiting);
    return new Promise((resolve, reject) => {
      waiting.callers.push({ resolve, reject });
      if (!this.isAsking) void this.answerAll();
    });
  }

  /**
   * One question at a time; a request joins only a question that is asked after it came, or it could miss a revocation.
   */
  private async answerAll(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.size > 0) {
      const batch = [...this.waiting.values()];
      this.waiting = new Map();
      try {
        const known = new Map((await this.answer(batch)).map((each) => [each.n, each]));
        batch.forEach(({ callers }, index) => callers.forEach(({ resolve }) => resolve(known.get(index + 1))));
      } catch (error) {
        for (const { reject } of batch.flatMap(({ callers }) => callers)) reject(error);
      }
    }
    this.isAsking = false;
  }
}
