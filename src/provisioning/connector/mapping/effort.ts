/** Why a value could not be read: what is wrong and the remedy, never the value itself. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * Look-ups, characters and comparisons that one record may cost: bounds what a mapping and a payload can demand
 * together.
 */
const effortPerRecord = 50_000;

export class Effort {
  private left = effortPerRecord;

  /** @throws Unreadable */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0)
      throw new Unreadable(
        'the mapping has to look at too much for this record: point at smaller values, or use fewer conditions',
      );
  }
}
