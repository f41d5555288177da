/** What work of a key holds while it keeps this machine busy. */
export interface Slot {
  /** Free for others while something outside is waited for. */
  free<Result>(outside: () => Promise<Result>): Promise<Result>;
}

/** Must not reject. */
type Work = (hand: Slot) => Promise<void>;

/**
 * Runs work by key: never two of one key at a time, at most `limit` hands at a time; asked for again while it runs, it
 * runs once more.
 */
export class KeyedQueue {
  private readonly running = new Map<string, Promise<void>>();
  private readonly again = new Map<string, Work>();
  private readonly waiting = new Map<string, Work>();
  private busy = 0;
  private readonly hand: Slot = { free: (outside) => this.free(outside) };

  constructor(private readonly limit: number) {}

  run(key: string, work: Work): void {
    if (this.running.has(key)) this.again.set(key, work);
    else this.waiting.set(key, work);
    this.beginWaiting();
  }

  /** Resolves when nothing runs any more; what waits is dropped. */
  async idle(): Promise<void> {
    this.waiting.clear();
    this.again.clear();
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private beginWaiting(): void {
    for (const [key, work] of this.waiting) {
      if (this.busy >= this.limit) return;
      this.waiting.delete(key);
      this.begin(key, work);
    }
  }

  private begin(key: string, work: Work): void {
    this.busy += 1;
    this.running.set(
      key,
      work(this.hand).finally(() => {
        this.busy -= 1;
        this.running.delete(key);
        const again = this.again.get(key);
        this.again.delete(key);
        // Behind those that wait: one busy key must not keep the others.
        if (again) this.waiting.set(key, again);
        this.beginWaiting();
      }),
    );
  }

  /**
   * Whoever comes back goes on at once, though others may have taken the hand: they are few, and none of them begins
   * anew.
   */
  private async free<Result>(outside: () => Promise<Result>): Promise<Result> {
    this.busy -= 1;
    this.beginWaiting();
    try {
      return await outside();
    } finally {
      this.busy += 1;
    }
  }
}
