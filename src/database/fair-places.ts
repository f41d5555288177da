interface Waiting {
  readonly enter: () => void;
}

/**
 * Admits as many holders at a time as there are places at that moment. The others wait: organizations in turn, each in
 * order of arrival, so that one that asks for much waits for itself and not the others for it.
 */
export class FairPlaces {
  /** The organization whose turn it is comes first. */
  private readonly waiting = new Map<string, Waiting[]>();
  private held = 0;

  constructor(private readonly places: () => number) {}

  /**
   * Resolves once the caller is admitted. The holder calls `release` once.
   * @throws what `inVain` makes, when the caller waited that long
   */
  async acquire(
    organizationId: string,
    patience?: { readonly milliseconds: number; readonly inVain: () => Error },
  ): Promise<void> {
    if (this.waiting.size === 0 && this.held < this.places()) {
      this.held += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.leave(organizationId, each);
        reject(patience?.inVain() ?? new Error());
      };
      const timer = patience && setTimeout(leave, patience.milliseconds);
      const each: Waiting = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const own = this.waiting.get(organizationId);
      if (own) own.push(each);
      else this.waiting.set(organizationId, [each]);
    });
  }

  release(): void {
    this.held -= 1;
    while (this.waiting.size > 0 && this.held < this.places()) {
      this.held += 1;
      this.next()?.enter();
    }
  }

  private next(): Waiting | undefined {
    const turn = this.waiting.entries().next();
    if (turn.done) return undefined;
    const [organizationId, own] = turn.value;
    const first = own.shift();
    // Behind all others that wait.
    this.waiting.delete(organizationId);
    if (own.length > 0) this.waiting.set(organizationId, own);
    return first;
  }

  private leave(organizationId: string, each: Waiting): void {
    const left = this.waiting.get(organizationId)?.filter((other) => other !== each) ?? [];
    if (left.length > 0) this.waiting.set(organizationId, left);
    else this.waiting.delete(organizationId);
  }
}
