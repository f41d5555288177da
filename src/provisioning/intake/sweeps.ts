import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Background } from '../../kernel/background.js';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Log } from '../../kernel/log.js';
import { WorkCondition, type WorkTrouble } from '../../kernel/work-condition.js';
import { Absorber } from './absorb/absorber.js';
import { WakeUps } from '../../database/wake-ups.js';
import { ConnectionHealth } from '../host/connection-health.js';
import { ConnectionTests } from './connection-tests.js';
import { Silence } from '../host/silence.js';
import { SubscriptionDuty } from '../host/subscription-duty.js';
import { CalledCharges } from '../posting/called-charges.js';
import { Listeners } from './listeners/listeners.js';
import { HeldEndings } from './runs/held-endings.js';
import { ListedEndings } from './runs/listed-endings.js';
import { RunDecisions } from './runs/run-decisions.js';
import { RunWorker } from './runs/run-worker.js';
import { DueEndings } from './changes/due-endings.js';
import { FreedNames } from './changes/freed-names.js';
import { Schedules } from './schedules.js';

/** The usual duration of a sweep that finds nothing. */
const gapMilliseconds = 25;

/** Finds work whose wake-up was lost, and starts scheduled work. The database decides which process acts. */
@Injectable()
export class Sweeps extends Background {
  readonly name = 'intake-sweeps';
  private started = false;
  private stopListening: () => void = () => undefined;
  private readonly condition: WorkCondition;
  private readonly sweeping = new Map<string, Promise<void>>();
  private stopping = new AbortController();
  private line: Promise<void> = Promise.resolve();

  constructor(
    private readonly absorber: Absorber,
    private readonly worker: RunWorker,
    private readonly listeners: Listeners,
    private readonly calledCharges: CalledCharges,
    private readonly schedules: Schedules,
    private readonly endings: DueEndings,
    private readonly freedNames: FreedNames,
    private readonly health: ConnectionHealth,
    private readonly decisions: RunDecisions,
    private readonly silence: Silence,
    private readonly subscriptions: SubscriptionDuty,
    private readonly heldEndings: HeldEndings,
    private readonly listedEndings: ListedEndings,
    private readonly tests: ConnectionTests,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    chance: Chance,
    private readonly log: Log,
  ) {
    super();
    this.condition = new WorkCondition(clock, chance);
  }

  override get trouble(): WorkTrouble | null {
    return this.condition.trouble;
  }

  start(): void {
    this.started = true;
    this.stopping = new AbortController();
    this.stopListening = this.wakeUps.on('connections', () => this.everyTenSeconds());
    this.everyTenSeconds();
  }

  async stop(): Promise<void> {
    this.started = false;
    this.stopping.abort();
    this.stopListening();
    await Promise.all(this.sweeping.values());
  }

  /** Held-back removals are precise to this. */
  @Interval(1_000)
  everySecond(): void {
    this.once('endings', () => this.endings.sweep());
  }

  @Interval(2_000)
  everyTwoSeconds(): void {
    this.once('inbox', () => this.absorber.sweep());
    this.once('charges', () => this.listeners.keepCharges());
    this.once('called-charges', () => this.calledCharges.keep());
    this.once('held endings', () => this.heldEndings.look());
    this.once('listed endings', () => this.listedEndings.sweep());
    this.once('schedules', () => this.schedules.tick());
  }

  @Interval(4_000)
  everyFewSeconds(): void {
    this.once('links', () => this.listeners.keepLinks());
    this.once('runs', () => this.worker.sweep());
  }

  @Interval(10_000)
  everyTenSeconds(): void {
    this.once('freed names', () => this.freedNames.sweep());
    this.once('plans', () => this.planSchedules());
    this.once('subscriptions', () => this.subscriptions.look());
  }

  @Interval(30_000)
  everyHalfMinute(): void {
    this.once('probes', () => this.health.probeDue(systemContext(everyOrganization, 'probes')));
    this.once('connection tests', () => this.tests.testDue(systemContext(everyOrganization, 'connection-tests')));
    this.once('silence', () => this.silence.look());
    this.once('held plans', () => this.decisions.expire());
  }

  private async planSchedules(): Promise<void> {
    await this.schedules.plan();
    await this.schedules.tick();
  }

  /** A sweep that takes longer than its interval is not started twice. */
  private once(name: string, sweep: () => Promise<void>): void {
    if (!this.started || this.sweeping.has(name) || this.condition.pauseOf(name) > 0) return;
    const work = this.turn()
      .then(() => (this.started ? sweep() : undefined))
      .then(() => this.condition.worked(name))
      .catch((error: unknown) => {
        this.condition.failed(error, name);
        if (!(error instanceof DatabaseUnavailable))
          this.log.error({ sweep: name, error: String(error) }, 'sweep failed; the next one retries');
      })
      .finally(() => {
        this.sweeping.delete(name);
      });
    this.sweeping.set(name, work);
  }

  /**
   * What is due at the same moment starts one after the other: in parallel, each would open a connection of its own and
   * keep it.
   */
  private turn(): Promise<void> {
    const mine = this.line;
    this.line = mine.then(() => this.clock.sleep(gapMilliseconds, this.stopping.signal));
    return mine;
  }
}
