import type { DemoWorld } from './demo-world.js';

/** One scene: plays it and waits for what should follow; gives back what did not. */
export interface Act {
  readonly title: string;
  play(world: DemoWorld): Promise<string[]>;
}
