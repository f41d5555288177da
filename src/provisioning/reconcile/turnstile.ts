/**
 * Turns for keys, fairly: at most `lanes` at a time, one turn of a key at a time, and a key that has more to do goes to the
 * end of the queue. A key that is added during its own turn gets another one.
 */
export class Turnstile<T> {
  private readonly waiting = new Map<string, T>();
  private readonly busy = new Map<string, Promise<void>>();
  private isClosed = false;

  /** `turn` says whether there is more to do; it never rejects. */
  constructor(private readonly lanes: number, private readonly turn: (value: T) => Promise<boolean>) {}

  add(key: string, value: T): void {
    if (this.isClosed) return;
    this.waiting.set(key, value);
    this.admit();
  }

  /** Lets nobody in any more and waits for those inside. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.waiting.clear();
    await Promise.all(this.busy.values());
  }

  private admit(): void {
    for (const [key, value] of this.waiting) {
      if (this.busy.size >= this.lanes) return;
      if (this.busy.has(key)) continue;
      this.waiting.delete(key);
      this.busy.set(key, this.pass(key, value));
    }
  }

  private async pass(key: string, value: T): Promise<void> {
    const hasMore = await this.turn(value);
    this.busy.delete(key);
    if (hasMore) this.add(key, value);
    else this.admit();
  }
}
