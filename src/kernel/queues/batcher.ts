export interface BatchRules<Item> {
  /** The greatest weight of a batch; a single item is always taken. */
  readonly most: number;
  /** Default: 1 for each item. */
  readonly weight?: (item: Item) => number;
  /** Batches in flight at once. Default: 1. */
  readonly inFlight?: number;
  /** Whether two items may share a batch. Default: all may. */
  readonly fits?: (item: Item, first: Item) => boolean;
  /** At most one batch in flight has a given key, so the items of a key keep their order. */
  readonly keyOf?: (item: Item) => string;
  /** The first item waits for the end of this turn of the event loop, so items that came with it join its batch. */
  readonly gathers?: boolean;
  /** A batch holds its slot until it is answered, or until this resolves. */
  readonly holds?: (answered: Promise<unknown>) => Promise<unknown>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer | PromiseLike<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Items that arrive while a batch is in flight leave together in the next one, oldest first. A lone item never waits
 * for company, and a busy process sends few large batches instead of many small ones.
 */
export class Batcher<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private readonly keysOnTheirWay = new Set<string>();
  private readonly onTheirWay = new Set<Promise<void>>();
  private itemsOnTheirWay = 0;
  private inFlight = 0;
  private isGathering = false;

  /**
   * `send` returns an answer for each item in its place: a promise for an item that has to wait longer. When it throws,
   * every item of the batch gets the error.
   */
  constructor(
    private readonly send: (items: readonly Item[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>,
    private readonly rules: BatchRules<Item>,
  ) {}

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.rules.gathers) this.flushAfterThisTurn();
      else if (!this.isOnItsWay(item)) this.flush();
    });
  }

  /** Items without an answer yet. */
  get size(): number {
    return this.waiting.length + this.itemsOnTheirWay;
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async idle(): Promise<void> {
    while (this.size > 0) {
      this.flush();
      await Promise.all(this.onTheirWay);
    }
  }

  /** The batch sends it when it ends, so that the queue is not scanned for each item that joins. */
  private isOnItsWay(item: Item): boolean {
    const { keyOf } = this.rules;
    return keyOf !== undefined && this.keysOnTheirWay.has(keyOf(item));
  }

  private flushAfterThisTurn(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    setImmediate(() => {
      this.isGathering = false;
      this.flush();
    });
  }

  /** True when items were sent. */
  private flush(): boolean {
    let hasLeft = false;
    while (this.waiting.length > 0 && this.inFlight < (this.rules.inFlight ?? 1)) {
      const batch = this.nextBatch();
      if (batch.length === 0) break;
      hasLeft = true;
      const sent = this.carry(batch);
      this.onTheirWay.add(sent);
      void sent.finally(() => this.onTheirWay.delete(sent));
    }
    return hasLeft;
  }

  /** Later items of the same key do not overtake one that is left behind. */
  private nextBatch(): readonly Waiting<Item, Answer>[] {
    const { most, weight = () => 1, fits = () => true, keyOf } = this.rules;
    const batch: Waiting<Item, Answer>[] = [];
    const left: Waiting<Item, Answer>[] = [];
    const keysLeft = new Set<string>();
    let total = 0;
    let isFull = false;
    for (const each of this.waiting) {
      const key = keyOf?.(each.item);
      const isBehind = key !== undefined && (this.keysOnTheirWay.has(key) || keysLeft.has(key));
      const joins: boolean = !isFull && !isBehind && (batch.length === 0 || fits(each.item, batch[0].item));
      isFull ||= joins && batch.length > 0 && total + weight(each.item) > most;
      if (joins && !isFull) {
        batch.push(each);
        total += weight(each.item);
      } else {
        left.push(each);
        if (key !== undefined) keysLeft.add(key);
      }
    }
    this.waiting = left;
    return batch;
  }

  /** Never rejects. */
  private async carry(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    const { keyOf, holds } = this.rules;
    const keys = keyOf ? new Set(batch.map(({ item }) => keyOf(item))) : [];
    this.inFlight += 1;
    this.itemsOnTheirWay += batch.length;
    for (const key of keys) this.keysOnTheirWay.add(key);
    const answered = this.answersOf(batch);
    await (holds ? Promise.race([answered, holds(answered)]) : answered);
    this.inFlight -= 1;
    for (const key of keys) this.keysOnTheirWay.delete(key);
    const nextHasLeft = this.flush();
    const answer = await answered;
    this.itemsOnTheirWay -= batch.length;
    // The other side works while this process handles its answers.
    if (nextHasLeft) setImmediate(answer);
    else answer();
  }

  /** Never rejects; gives each caller its answer or error. */
  private async answersOf(batch: readonly Waiting<Item, Answer>[]): Promise<() => void> {
    try {
      const answers = await this.send(batch.map(({ item }) => item));
      // The callers get the error.
      for (const each of answers) if (each instanceof Promise) each.catch(() => undefined);
      return () => batch.forEach(({ resolve }, index) => resolve(answers[index]));
    } catch (error) {
      return () => batch.forEach(({ reject }) => reject(error));
    }
  }
}
