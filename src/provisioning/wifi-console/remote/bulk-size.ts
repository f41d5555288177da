const first = 25;
const most = 1000;

/**
 * Rows of the next bulk call. The limit is documented nowhere, so it is found by doubling on success and halving on
 * refusal.
 */
export class BulkSize {
  private current = first;
  private ceiling = most;

  get rows(): number {
    return this.current;
  }

  grow(sent: number): void {
    if (sent >= this.current) this.current = Math.min(this.current * 2, this.ceiling);
  }

  /** Does not try a refused size again. */
  halve(sent: number): void {
    this.current = Math.floor(Math.min(sent, this.current) / 2);
    this.ceiling = this.current;
  }

  /** For the next hour; then bulk is tried again. */
  startOver(): void {
    this.current = first;
    this.ceiling = most;
  }
}
