import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { eventually } from '../../kernel/manual-clock.js';
import { type Engine, IntakeRig } from './intake-rig.js';

/** A hotel that processes listen to: a new connection for each test, and one process that has no link to it yet. */
export class HeldLinks {
  rig: IntakeRig;
  engine: Engine;
  hotel: StoredConnection;
  private readonly started: Engine[] = [];

  /** For the tests of this file. */
  constructor() {
    beforeAll(async () => {
      this.rig = await IntakeRig.open();
    });
    afterAll(() => this.rig.close());
    beforeEach(() => this.begin());
    afterEach(() => this.end());
  }

  /** One more process that listens. */
  process(clock = this.rig.clock): Engine {
    const one = this.rig.engine(clock);
    one.listeners.start();
    this.started.push(one);
    return one;
  }

  /** The link that was opened last. */
  get last() {
    return this.rig.outside.links[this.rig.outside.links.length - 1];
  }

  get openLinks(): number {
    return this.rig.outside.links.filter(({ signal }) => !signal.aborted).length;
  }

  /** Frames come over the link and are absorbed. */
  async hear(...frames: (readonly Change[])[]): Promise<void> {
    await Promise.all(frames.map((changes) => this.last.link.store(frame(changes))));
    await eventually(
      'it is absorbed',
      async () => (await this.engine.absorber.drain(this.rig.context, this.hotel.id)) === 'done',
    );
  }

  async holds(count = 1): Promise<void> {
    await this.engine.listeners.keepLinks();
    await eventually(`${count} links were opened`, () => this.rig.outside.links.length === count);
  }

  private async begin(): Promise<void> {
    Object.assign(this.rig.outside, { links: [], fullListAsked: 0, canAsk: true });
    this.engine = this.process();
    // Its first look is over before there is a hotel: who takes the link is each test's to say.
    await this.engine.listeners.keepLinks();
    const safety = { max_removals: 2, max_removals_percent: 10 };
    this.hotel = await this.rig.connection(this.engine, 'listens', { safety });
  }

  private async end(): Promise<void> {
    for (const each of this.started.splice(0)) await each.listeners.stop();
    await this.engine.connections.delete(this.rig.context, this.hotel.id);
  }
}

export function frame(changes: readonly Change[]): Buffer {
  return Buffer.from(JSON.stringify(changes));
}
