import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import { Chance } from '../kernel/chance.js';
import { Clock } from '../kernel/clock.js';
import { everyOrganization, systemContext } from '../kernel/context.js';
import { Log } from '../kernel/log.js';
import { Periodic } from '../kernel/periodic.js';
import type { WorkTrouble } from '../kernel/work-condition.js';

/** Leases of the shortest kind last three times as long. */
const tolerableSeconds = 10;
const everywhere = systemContext(everyOrganization, 'clock');
const databaseTime = statement('clock_watch', "select date_part('epoch', clock_timestamp()) * 1000 as milliseconds");

/**
 * Whether this machine's clock is right, by the database's. Triggers and RADIUS go by that one, everything else by
 * this: with two clocks, what is due comes early or late, and a lease is over for one process while another holds it.
 */
@Injectable()
export class ClockWatch extends Periodic {
  readonly name = 'clock';
  protected readonly everyMilliseconds = 60_000;
  private wrong: WorkTrouble | null = null;

  constructor(
    private readonly database: Database,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  /** Told at once: looked at a third time, a clock is no less wrong. What ails the database is told by others. */
  override get trouble(): WorkTrouble | null {
    return this.wrong;
  }

  async round(): Promise<void> {
    const askedAt = this.clock.milliseconds();
    const row = await this.database.one<{ milliseconds: number }>(everywhere, databaseTime);
    if (row) this.compare(secondsAhead(row.milliseconds, askedAt, this.clock.milliseconds()));
  }

  private compare(ahead: number): void {
    if (Math.abs(ahead) <= tolerableSeconds) {
      if (this.wrong) this.log.info({ sinceAt: this.wrong.sinceAt }, "this machine's clock is right again");
      this.wrong = null;
      return;
    }
    const why =
      `This machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's: what is due ` +
      'comes early or late, and processes take work from each other. Have both set by NTP';
    if (!this.wrong) this.log.warn({ secondsAhead: ahead }, why);
    this.wrong = { why, sinceAt: this.wrong?.sinceAt ?? this.clock.instant() };
  }
}

/** What is certain however long the answer took; 0 where it came between the two. */
function secondsAhead(there: number, askedAt: number, answeredAt: number): number {
  const least = there < askedAt ? askedAt - there : there > answeredAt ? answeredAt - there : 0;
  return Math.trunc(least / 1000);
}
