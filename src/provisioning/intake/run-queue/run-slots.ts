import type { RunMode } from './run.js';
import type { ClaimedRun } from './run.js';

export interface SlotsOfModes {
  readonly modes: readonly RunMode[];
  /** Runs at a time in a process. */
  readonly most: number;
  /** Of these, the most of one connector and of one organization. */
  readonly mostOfOne: number;
}

/** Which runs a free slot may take. */
export interface WantedRuns {
  readonly modes: readonly RunMode[];
  readonly notOfConnectors: readonly string[];
  readonly notOfOrganizations: readonly string[];
}

export const anyRuns: WantedRuns = {
  modes: ['full', 'incremental', 'access', 'drift'],
  notOfConnectors: [],
  notOfOrganizations: [],
};

/**
 * The slots of a process for runs of some modes. While a vendor is down, or a tenant's system is slow, their runs hold
 * some slots for minutes; the others stay free for everybody else. Runs are claimed one after the other and run in
 * parallel.
 */
export class RunSlots {
  private readonly working = new Map<Promise<void>, ClaimedRun>();
  private filling: Promise<void> | null = null;
  private isAsked = false;
  private isOpen = false;

  /** `claim` and `work` do not reject. */
  constructor(
    private readonly hands: SlotsOfModes,
    private readonly claim: (wanted: WantedRuns) => Promise<ClaimedRun | undefined>,
    private readonly work: (run: ClaimedRun) => Promise<void>,
  ) {}

  open(): void {
    this.isOpen = true;
  }

  /** Claims no more; resolves when those in progress end. */
  async close(): Promise<void> {
    this.isOpen = false;
    await this.filling;
    await Promise.all(this.working.keys());
  }

  /** Claims runs as long as there are any and a slot is free; resolves when it has looked. */
  fill(): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    this.isAsked = true;
    return (this.filling ??= this.takeUp().finally(() => {
      this.filling = null;
      if (this.isAsked) void this.fill();
    }));
  }

  private async takeUp(): Promise<void> {
    this.isAsked = false;
    while (this.isOpen && this.working.size < this.hands.most) {
      const run = await this.claim(this.wanted());
      if (!run) return;
      const work = this.work(run).finally(() => {
        this.working.delete(work);
        void this.fill();
      });
      this.working.set(work, run);
    }
  }

  private wanted(): WantedRuns {
    const runs = [...this.working.values()];
    return {
      modes: this.hands.modes,
      notOfConnectors: this.full(runs.map(({ connector }) => connector)),
      notOfOrganizations: this.full(runs.map(({ organizationId }) => organizationId)),
    };
  }

  private full(names: readonly string[]): string[] {
    return [...new Set(names)].filter((name) => names.filter((each) => each === name).length >= this.hands.mostOfOne);
  }
}
