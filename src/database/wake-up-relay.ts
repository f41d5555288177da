import { Notifications } from './notifications.js';
import { Background } from '../kernel/background.js';
import type { Chance } from '../kernel/chance.js';
import type { Clock } from '../kernel/clock.js';
import type { Ids } from '../kernel/ids.js';
import type { Log } from '../kernel/log.js';
import type { WorkTrouble } from '../kernel/work-condition.js';
import type { Database } from './database.js';
import { type WakeUp, wakeUpChannel, type WakeUps } from './wake-ups.js';

/**
 * Passes this process's wake-ups on to the others, and theirs to it. Without it everything still happens, one sweep
 * later.
 */
export class WakeUpRelay extends Background {
  readonly name = 'wake-ups';
  private readonly notifications: Notifications;

  constructor(
    database: Database,
    private readonly wakeUps: WakeUps,
    databaseUrl: string,
    clock: Clock,
    chance: Chance,
    ids: Ids,
    log: Log,
  ) {
    super();
    const settings = { url: databaseUrl, channel: wakeUpChannel, sender: ids.next() };
    this.notifications = new Notifications(
      settings,
      (text) => this.wakeUps.deliver(JSON.parse(text) as WakeUp),
      database,
      clock,
      chance,
      log,
    );
  }

  override get trouble(): WorkTrouble | null {
    return this.notifications.trouble;
  }

  start(): void {
    this.wakeUps.relayTo(({ topic, organizationId, key }) =>
      this.notifications.say(JSON.stringify({ topic, organizationId, key })),
    );
    this.notifications.start();
  }

  async stop(): Promise<void> {
    this.wakeUps.relayTo(() => undefined);
    await this.notifications.stop();
  }

  get isConnected(): boolean {
    return this.notifications.isConnected;
  }

  /** Goes up when the connection is lost and when it is back: messages published meanwhile never arrive. */
  get breaks(): number {
    return this.notifications.breaks;
  }
}
