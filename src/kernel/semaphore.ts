/** Lets a number of holders in at a time; the others wait in the order in which they came. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves once the caller is in. Whoever is in says `release` once. */
  async acquire(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((enter) => {
      this.waiting.push(enter);
    });
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}
