const first = 25;
const most = 1000;

/** Rows of the next bulk call. The limit is documented nowhere: found by doubling on success and halving on refusal. */
export class BulkSize {
  private current = first;
  private ceiling = most;

  get rows(): number {
    return this.current;
  }

  grow(sent: number): void {
    if (sent >= this.current) this.current = Math.min(this.current * 2, this.ceiling);
  }

  /** A size that was refused is not tried again. */
  halve(sent: number): void {
    this.current = Math.floor(Math.min(sent, this.current) / 2);
    this.ceiling = this.current;
  }

  /** For the next hour, when bulk is tried anew. */
  startOver(): void {
    this.current = first;
    this.ceiling = most;
  }
}
