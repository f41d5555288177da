import { SystemClock } from '../../src/kernel/clock.js';
import { SilentLog } from '../../src/kernel/log.js';
import { AccountingDoor } from '../../src/radius/accounting/accounting-door.js';
import type { SaidOfSession } from '../../src/radius/accounting/accounting-packet.wire.js';
import { AccountingStore } from '../../src/radius/accounting/accounting-store.js';

/** Who stores what FreeRADIUS forwards, as `usher radius` opens it. */
export class AccountingBehind {
  private closing: Promise<void> | undefined;

  private constructor(
    readonly door: AccountingDoor,
    private readonly store: AccountingStore,
    /** What was stored so far, statement by statement. */
    readonly statements: (readonly SaidOfSession[])[],
  ) {}

  /** `url`: of FreeRADIUS' own login. */
  static async open(url: string): Promise<AccountingBehind> {
    const store = new AccountingStore(url);
    const statements: (readonly SaidOfSession[])[] = [];
    const door = await AccountingDoor.open(
      async (packets) => {
        await store.save(packets);
        statements.push(packets);
      },
      new SystemClock(),
      new SilentLog(),
    );
    return new AccountingBehind(door, store, statements);
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    this.door.close();
    await this.store.close();
  }
}
