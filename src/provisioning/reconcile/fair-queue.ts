/**
 * Turns for keys, fairly: at most `lanes` at a time, and a key that has more to do goes to the end of the queue. One
 * turn of a key at a time: one that is added during its own turn gets another afterwards. Only a turn that says that
 * more is waiting than it can do has a second one beside it, so that what one prepares the other can write.
 */
export class FairQueue<T> {
  private readonly waiting = new Map<string, { readonly value: T; readonly beside: boolean }>();
  private readonly busy = new Map<Promise<boolean>, string>();
  private isClosed = false;

  /** `turn` says whether there is more to do, by its result or before; it never rejects. */
  constructor(
    private readonly lanes: number,
    private readonly turn: (value: T, more: () => void) => Promise<boolean>,
    private readonly lanesOfKey = 1,
  ) {}

  add(key: string, value: T): void {
    this.queue(key, value, false);
  }

  /** Lets nobody in any more and waits for those inside. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.waiting.clear();
    await Promise.all(this.busy.keys());
  }

  private queue(key: string, value: T, beside: boolean): void {
    if (this.isClosed) return;
    this.waiting.set(key, { value, beside: beside || this.waiting.get(key)?.beside === true });
    this.admit();
  }

  private admit(): void {
    for (const [key, { value, beside }] of this.waiting) {
      if (this.busy.size >= this.lanes) return;
      if (this.turnsOf(key) >= (beside ? this.lanesOfKey : 1)) continue;
      this.waiting.delete(key);
      const turn = this.turn(value, () => this.queue(key, value, true));
      this.busy.set(turn, key);
      void this.leave(turn, key, value);
    }
  }

  private async leave(turn: Promise<boolean>, key: string, value: T): Promise<void> {
    const hasMore = await turn;
    this.busy.delete(turn);
    if (hasMore) this.queue(key, value, true);
    else this.admit();
  }

  private turnsOf(key: string): number {
    return [...this.busy.values()].filter((each) => each === key).length;
  }
}
