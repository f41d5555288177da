import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../../kernel/context.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';

/** Access points speak at any time; what they say counts within a second. */
const restingMilliseconds = 500;
/** While they do. Longer pauses make larger batches. */
const busyMilliseconds = 100;
/** Packets that a turn takes before the next organization's; a turn that took as many may have left some. */
const fullTurn = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

const write = statement('sessions_write', 'select reached, packets from radius.write_sessions($1)');

/**
 * Writes sessions from the accounting packets that FreeRADIUS stored. Any number of processes may: each organization's
 * packets are taken by one at a time, in the transaction that writes what they say.
 */
@Injectable()
export class SessionWriter extends Periodic {
  readonly name = 'session-writer';
  protected everyMilliseconds = restingMilliseconds;

  constructor(
    private readonly database: Database,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  /** Returns how many packets it took. */
  async round(signal?: AbortSignal): Promise<number> {
    let taken = 0;
    let isLeft = true;
    while (isLeft && !signal?.aborted) {
      isLeft = false;
      let after: string | null = beforeAll;
      // Each organization has a turn before any has another.
      while (after !== null && !signal?.aborted) {
        const { reached, packets }: Turn = await this.turn(after);
        taken += packets;
        isLeft ||= packets >= fullTurn;
        after = reached;
      }
    }
    this.everyMilliseconds = taken > 0 ? busyMilliseconds : restingMilliseconds;
    return taken;
  }

  private async turn(after: string): Promise<Turn> {
    const context = systemContext(everyOrganization, 'accounting');
    const turn = await this.database.one<Turn>(context, write, [after]);
    return turn ?? { reached: null, packets: 0 };
  }
}

interface Turn {
  /** The last organization of this turn; null: there is none after it. */
  readonly reached: string | null;
  readonly packets: number;
}
