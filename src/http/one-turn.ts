/**
 * What becomes ready in one turn of the event loop is done at its end, one after the other, not each between the work
 * of the others.
 */
export class OneTurn {
  private works: (() => void)[] = [];
  private isOver: Promise<void> | undefined;

  /** `work` never throws: nobody stands above it to be told, and the others wait. */
  add(work: () => void): void {
    this.isOver ??= new Promise((over) => {
      setImmediate(() => over(this.end()));
    });
    this.works.push(work);
  }

  /** Resolves when all that is ready so far is done; undefined when nothing is. */
  get over(): Promise<void> | undefined {
    return this.isOver;
  }

  private end(): void {
    const { works } = this;
    this.works = [];
    this.isOver = undefined;
    for (const work of works) work();
  }
}
