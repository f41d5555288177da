/** At most `limit` of a kind at a time, side by side with all other kinds; the others wait, the longest first. */
export class LimitPerKind {
  private readonly kinds = new Map<string, { taken: number; readonly waiting: (() => void)[] }>();

  constructor(private readonly limit: number) {}

  async take<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.kinds.get(kind) ?? { taken: 0, waiting: [] };
    this.kinds.set(kind, turns);
    if (turns.taken < this.limit) turns.taken += 1;
    else
      await new Promise<void>((resolve) => {
        turns.waiting.push(resolve);
      });
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next) next();
      else if ((turns.taken -= 1) === 0) this.kinds.delete(kind);
    }
  }
}
