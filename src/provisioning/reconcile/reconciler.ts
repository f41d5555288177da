import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { KeyedQueue, type Turn } from '../../kernel/queues/keyed-queue.js';
import { newLeaseOwner } from '../../kernel/lease-owner.js';
import { builtInTarget } from '../connection/connection.js';
import { WakeUps } from '../../database/wake-ups.js';
import { ConsoleOutages } from '../host/console-outages.js';
import { ConsoleRefusals } from '../host/console-refusals.js';
import { AbandonedWork } from './abandoned-work.js';
import { OwnPass } from './own-pass.js';
import { Postponing } from './postponing.js';
import { RemotePass } from './remote-pass.js';
import { type DueTarget, WorkRepository } from './work.repository.js';

/** Sweeps between two checks of work that a pause held, and of work that dead processes left. */
const releaseEvery = 15;
const ownBatch = 200;
const remoteBatch = 100;
/** Batches written to this database at once: more would only wait for each other. */
const ownLanes = 3;
/** Batches of one organization: while one is being written, the next is read and prepared. */
const ownLanesOfTarget = 2;
/** Batches for remote consoles that are read or written here; those that wait for their console do not count. */
const remoteLanes = 40;
/** Of those that wait: each keeps its batch in memory. */
const remoteWaiting = 1_000;
const longestStopMilliseconds = 9_000;

/**
 * Brings accounts to what their entitlements say: at once on a wake-up, within a second if the wake-up was lost. Work
 * is keyed by target (one console of one organization): `own-pass.ts` does a batch for the built-in console,
 * `remote-pass.ts` for a remote one.
 */
@Injectable()
export class Reconciler extends Periodic {
  readonly name = 'reconciler';
  protected readonly everyMilliseconds = 1_000;
  private readonly owner: string;
  private readonly own = new KeyedQueue<DueTarget>((target, { more }) => this.ownTurn(target, more), {
    limit: ownLanes,
    perKey: ownLanesOfTarget,
  });
  private readonly remote = new KeyedQueue<DueTarget>((target, turn) => this.remoteTurn(target, false, turn), {
    limit: remoteLanes,
    outside: remoteWaiting,
  });
  /** Revocations have a queue of their own, past everything that waits for the console's budget. */
  private readonly remoteUrgent = new KeyedQueue<DueTarget>((target, turn) => this.remoteTurn(target, true, turn), {
    limit: remoteLanes,
    outside: remoteWaiting,
  });
  /** Targets where a batch failed: one identity at a time, until the one that fails has been postponed. */
  private readonly careful = new Map<string, number>();
  private rounds = 0;
  private silence: (() => void)[] = [];

  constructor(
    private readonly work: WorkRepository,
    private readonly ownPass: OwnPass,
    private readonly remotePass: RemotePass,
    private readonly outages: ConsoleOutages,
    private readonly refusals: ConsoleRefusals,
    private readonly postponing: Postponing,
    private readonly abandoned: AbandonedWork,
    private readonly wakeUps: WakeUps,
    ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
    this.owner = newLeaseOwner(ids);
  }

  override start(): void {
    this.rounds = 0;
    this.silence = [
      this.wakeUps.on('due', ({ organizationId, key }) => this.enqueue({ organizationId, targetKey: key })),
      this.wakeUps.on('connections', ({ organizationId }) => {
        void this.release(organizationId, true).catch((error: unknown) => this.report(error));
      }),
    ];
    super.start();
  }

  override async stop(): Promise<void> {
    for (const silence of this.silence) silence();
    const finished = Promise.all([super.stop(), this.own.close(), this.remote.close(), this.remoteUrgent.close()]);
    const patience = new AbortController();
    await Promise.race([finished, this.clock.sleep(longestStopMilliseconds, patience.signal)]);
    patience.abort();
  }

  private enqueue(target: DueTarget): void {
    const key = keyOf(target);
    if (this.condition.pauseOf(key) > 0) return;
    if (target.targetKey === builtInTarget) return this.own.add(key, target);
    this.remoteUrgent.add(key, target);
    this.remote.add(key, target);
  }

  /** Finds work whose wake-up was lost. */
  async round(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'sweep');
    const releases = this.rounds % releaseEvery === 0;
    this.rounds += 1;
    if (releases) {
      await this.abandoned.handBack(this.clock.instant());
      await this.outages.look();
      await this.refusals.look();
    }
    for (const target of await this.work.dueTargets(everywhere, this.clock.instant())) this.enqueue(target);
    if (releases)
      for (const organizationId of await this.work.heldOrganizations(everywhere)) await this.release(organizationId);
  }

  private async release(organizationId: string, afterChange = false): Promise<void> {
    const targets = await this.work.release(
      systemContext(organizationId, 'release'),
      this.clock.instant(),
      afterChange,
    );
    for (const targetKey of targets) this.enqueue({ organizationId, targetKey });
  }

  private async ownTurn(target: DueTarget, more: () => void): Promise<boolean> {
    const context = systemContext(target.organizationId, 'reconcile');
    const singles = this.careful.get(target.organizationId) ?? 0;
    try {
      const worked = await (singles > 0
        ? this.ownPass.run(context, target.targetKey, 1)
        : this.ownPass.run(context, target.targetKey, ownBatch, more));
      if (singles > 0) this.careful.set(target.organizationId, singles - 1);
      this.condition.worked(keyOf(target));
      return worked === (singles > 0 ? 1 : ownBatch);
    } catch (error) {
      this.report(error, keyOf(target));
      if (error instanceof DatabaseUnavailable) return false;
      this.careful.set(target.organizationId, ownBatch);
      if (singles === 0) return true;
      return this.postponing.first(context, target.targetKey).catch(() => false);
    }
  }

  private async remoteTurn(target: DueTarget, mostUrgentOnly: boolean, { free }: Turn): Promise<boolean> {
    try {
      const context = systemContext(target.organizationId, 'reconcile');
      const worked = await this.remotePass.run(
        context,
        target.targetKey,
        remoteBatch,
        mostUrgentOnly,
        this.owner,
        free,
      );
      this.condition.worked(keyOf(target));
      return worked === remoteBatch;
    } catch (error) {
      this.report(error, keyOf(target));
      return false;
    }
  }

  private report(error: unknown, part?: string): void {
    this.condition.failed(error, part);
    if (!(error instanceof DatabaseUnavailable))
      this.log.error(
        { reason: error instanceof Error ? error.message : String(error) },
        'reconciling a batch of accounts failed',
      );
  }
}

function keyOf({ organizationId, targetKey }: DueTarget): string {
  return `${organizationId}/${targetKey}`;
}
