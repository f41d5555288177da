import type { DemoWorld } from './demo-world.js';

/** What was not as it should be (nothing: all was), or why the scene could not be played. */
export type Outcome = readonly string[] | { readonly skipped: string };

/** One scene: plays it and waits for what should follow. */
export interface Act {
  readonly title: string;
  play(world: DemoWorld): Promise<Outcome>;
}
