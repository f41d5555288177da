/**
 * One query for all callers that want to know the same thing. Each gets an answer to a query that began after it came:
 * a caller that comes while one is running waits for the next.
 */
export class SharedQuestion<Answer> {
  private running: Promise<Answer> | null = null;
  private next: Promise<Answer> | null = null;

  constructor(private readonly question: () => Promise<Answer>) {}

  ask(): Promise<Answer> {
    if (!this.running) return this.begun();
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        return this.begun();
      });
    return this.next;
  }

  private begun(): Promise<Answer> {
    const running = this.question();
    this.running = running;
    const ended = () => {
      if (this.running === running) this.running = null;
    };
    running.then(ended, ended);
    return running;
  }
}
