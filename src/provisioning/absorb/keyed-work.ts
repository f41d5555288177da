type Work = () => Promise<void>;

/** Runs work by key: never two of one key at a time, at most `limit` keys at a time; asked for again while it runs, it runs once more. */
export class KeyedWork {
  private readonly running = new Map<string, Promise<void>>();
  private readonly again = new Map<string, Work>();
  private readonly waiting = new Map<string, Work>();

  constructor(private readonly limit: number) {}

  /** `work` must not reject. */
  run(key: string, work: Work): void {
    if (this.running.has(key)) this.again.set(key, work);
    else if (this.running.size >= this.limit) this.waiting.set(key, work);
    else this.begin(key, work);
  }

  /** Resolves when nothing runs any more; what waits is dropped. */
  async idle(): Promise<void> {
    this.waiting.clear();
    this.again.clear();
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private begin(key: string, work: Work): void {
    this.running.set(key, work().finally(() => {
      this.running.delete(key);
      const again = this.again.get(key);
      this.again.delete(key);
      // Behind those that wait: one busy key must not keep the others.
      if (again) this.waiting.set(key, again);
      const next = this.waiting.entries().next();
      if (next.done) return;
      const [nextKey, nextWork] = next.value;
      this.waiting.delete(nextKey);
      this.begin(nextKey, nextWork);
    }));
  }
}
