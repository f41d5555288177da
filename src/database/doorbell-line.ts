import { Notifications } from './notifications.js';
import { Background } from '../kernel/background.js';
import type { Clock } from '../kernel/clock.js';
import type { Ids } from '../kernel/ids.js';
import type { Log } from '../kernel/log.js';
import type { WorkTrouble } from '../kernel/work-condition.js';
import type { Doorbell, Ring } from './doorbell.js';

/** Passes this process's rings on to the others, and theirs to it. Without it everything still happens, a sweep later. */
export class DoorbellLine extends Background {
  readonly name = 'doorbell';
  private readonly notifications: Notifications;

  constructor(private readonly doorbell: Doorbell, databaseUrl: string, clock: Clock, ids: Ids, log: Log) {
    super();
    const settings = { url: databaseUrl, channel: 'usher_doorbell', sender: ids.next() };
    this.notifications = new Notifications(settings, (text) => this.doorbell.hear(JSON.parse(text) as Ring), clock, log);
  }

  override get trouble(): WorkTrouble | null {
    return this.notifications.trouble;
  }

  start(): void {
    this.doorbell.passOn(({ topic, organizationId, key }) => this.notifications.say(JSON.stringify({ topic, organizationId, key })));
    this.notifications.start();
  }

  async stop(): Promise<void> {
    this.doorbell.passOn(() => undefined);
    await this.notifications.stop();
  }

  get isConnected(): boolean {
    return this.notifications.isConnected;
  }
}
