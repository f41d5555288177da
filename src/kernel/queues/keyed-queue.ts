/** What the work of a key may report while it runs. */
export interface Turn {
  /** More waits than this turn takes: another turn of the same key may start beside it, up to `perKey`. */
  more(): void;
  /** Makes room for other keys while this one waits for something outside. */
  free<Result>(outside: () => Promise<Result>): Promise<Result>;
}

export interface QueueLimits {
  /** Turns at a time, over all keys. */
  readonly limit: number;
  /** Turns of one key at a time, once one of them reported more work. */
  readonly perKey?: number;
  /** Turns that may wait outside without a place: each holds what it works on in memory. Absent: all. */
  readonly outside?: number;
}

/**
 * Runs work by key, fairly: the key that has waited longest is next, and a key with more work goes to the back. A key
 * has one turn at a time; if it is added during its own turn, however often, it gets another one afterwards.
 */
export class KeyedQueue<Value> {
  private readonly waiting = new Map<string, { readonly value: Value; readonly beside: boolean }>();
  private readonly turns = new Map<string, number>();
  private readonly running = new Set<Promise<void>>();
  private busy = 0;
  private outside = 0;
  private isOpen = true;

  /** `work` resolves to whether its key has more to do, and never rejects. */
  constructor(
    private readonly work: (value: Value, turn: Turn) => Promise<boolean>,
    private readonly limits: QueueLimits,
  ) {}

  add(key: string, value: Value): void {
    this.queue(key, value, false);
  }

  open(): void {
    this.isOpen = true;
  }

  /** Drops what waits, accepts nothing more, and resolves when the running work ends. */
  async close(): Promise<void> {
    this.isOpen = false;
    this.waiting.clear();
    await Promise.all(this.running);
  }

  private queue(key: string, value: Value, beside: boolean): void {
    if (!this.isOpen) return;
    this.waiting.set(key, { value, beside: beside || this.waiting.get(key)?.beside === true });
    this.admit();
  }

  private admit(): void {
    for (const [key, { value, beside }] of this.waiting) {
      if (this.busy >= this.limits.limit) return;
      if (this.turnsOf(key) >= (beside ? (this.limits.perKey ?? 1) : 1)) continue;
      this.waiting.delete(key);
      const turn = this.run(key, value);
      this.running.add(turn);
      void turn.finally(() => this.running.delete(turn));
    }
  }

  private async run(key: string, value: Value): Promise<void> {
    this.busy += 1;
    this.turns.set(key, this.turnsOf(key) + 1);
    const hasMore = await this.work(value, {
      more: () => this.queue(key, value, true),
      free: (outside) => this.free(outside),
    });
    this.busy -= 1;
    if (this.turnsOf(key) > 1) this.turns.set(key, this.turnsOf(key) - 1);
    else this.turns.delete(key);
    if (hasMore) this.queue(key, value, true);
    else this.admit();
  }

  /** A turn that returns continues at once even if others took its place: these are few, and none starts anew. */
  private async free<Result>(outside: () => Promise<Result>): Promise<Result> {
    if (this.outside >= (this.limits.outside ?? Infinity)) return outside();
    this.busy -= 1;
    this.outside += 1;
    this.admit();
    try {
      return await outside();
    } finally {
      this.outside -= 1;
      this.busy += 1;
    }
  }

  private turnsOf(key: string): number {
    return this.turns.get(key) ?? 0;
  }
}
