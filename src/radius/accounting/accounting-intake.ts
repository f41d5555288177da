import type { Clock } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import { AccessPoints } from './access-points.js';
import { AccountingDoor } from './accounting-door.js';
import { AccountingPorts, type AccountingPortsSettings } from './accounting-ports.js';
import { AccountingQueue } from './accounting-queue.js';
import type { AccountingStore } from './accounting-store.js';

/** All that takes accounting, and stores it together: what comes by UDP, and what FreeRADIUS hears by RadSec. */
export class AccountingIntake {
  private constructor(
    readonly door: AccountingDoor,
    readonly ports: AccountingPorts,
    private readonly queue: AccountingQueue,
  ) {}

  static async open(
    { store, clock, log }: { store: Pick<AccountingStore, 'save' | 'accessPoint'>; clock: Clock; log: Log },
    at: Omit<AccountingPortsSettings, 'queue' | 'accessPoints'>,
  ): Promise<AccountingIntake> {
    const queue = new AccountingQueue((packets) => store.save(packets), clock, log);
    const accessPoints = new AccessPoints((source, port) => store.accessPoint(source, port), clock);
    const ports = new AccountingPorts({ ...at, accessPoints, queue }, clock, log);
    return new AccountingIntake(await AccountingDoor.open(queue), ports, queue);
  }

  async close(): Promise<void> {
    this.queue.close();
    this.door.close();
    await this.ports.close();
  }
}
