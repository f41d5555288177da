import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '../../src/kernel/clock.js';

/** The clock of a service that is at work, moved ahead when the test says so; between two moves time goes on. */
export class MovedClock {
  private ahead = 0;

  constructor(app: INestApplicationContext) {
    const clock = app.get(Clock);
    clock.milliseconds = () => this.milliseconds();
    clock.now = () => new Date(this.milliseconds());
    clock.instant = () => clock.now().toISOString();
  }

  milliseconds(): number {
    return Date.now() + this.ahead;
  }

  advance(seconds: number): void {
    this.ahead += seconds * 1000;
  }
}
