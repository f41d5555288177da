import type { Outcome } from './act.js';

/** What came of the scenes: a scene that was skipped is neither good nor bad. */
export class Tally {
  private good = 0;
  private readonly skipped: string[] = [];
  private readonly failures: string[] = [];

  /** Gives the lines that are said beneath the scene. */
  add(title: string, outcome: Outcome): readonly string[] {
    if ('skipped' in outcome) {
      this.skipped.push(outcome.skipped);
      return [`  – skipped: ${outcome.skipped}`];
    }
    this.failures.push(...outcome.map((problem) => `${title}: ${problem}`));
    if (outcome.length > 0) return outcome.map((problem) => `  ✗ ${problem}`);
    this.good += 1;
    return ['  ✓ as it should be'];
  }

  get hasFailed(): boolean {
    return this.failures.length > 0;
  }

  summary(scenes: number, seconds: number): string {
    const left =
      this.skipped.length > 0 ? `, ${this.skipped.length} skipped (${[...new Set(this.skipped)].join('; ')})` : '';
    if (this.hasFailed)
      return (
        `${this.good} of ${scenes} scenes as they should be${left}. Not as it should ` +
        `be:\n${this.failures.map((failure) => `  - ${failure}`).join('\n')}`
      );
    return (
      `${this.good === scenes ? 'All' : `${this.good} of`} ${scenes} scenes as they should be${left}, in ` +
      `${seconds.toFixed(1)} s.`
    );
  }
}
