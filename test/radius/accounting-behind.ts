import { SystemClock } from '../../src/kernel/clock.js';
import { SilentLog } from '../../src/kernel/log.js';
import { AccountingIntake } from '../../src/radius/accounting/accounting-intake.js';
import type { SaidOfSession } from '../../src/radius/accounting/accounting-packet.wire.js';
import { AccountingStore } from '../../src/radius/accounting/accounting-store.js';
import type { ListenOn } from '../../src/radius/freeradius/run-folder.js';

/** Who takes accounting and stores it, as `usher radius` opens it. */
export class AccountingBehind {
  private closing: Promise<void> | undefined;

  private constructor(
    readonly intake: AccountingIntake,
    private readonly store: AccountingStore,
    /** What was stored so far, statement by statement. */
    readonly statements: (readonly SaidOfSession[])[],
  ) {}

  /** `url`: of FreeRADIUS' own login. */
  static async open(
    url: string,
    listen: ListenOn,
    forged: (accessPoint: string, address: string) => void = () => undefined,
  ): Promise<AccountingBehind> {
    const real = new AccountingStore(url, listen);
    const statements: (readonly SaidOfSession[])[] = [];
    const store = {
      save: async (packets: readonly SaidOfSession[]) => {
        await real.save(packets);
        statements.push(packets);
      },
      accessPoint: (address: string, port: number) => real.accessPoint(address, port),
    };
    const intake = await AccountingIntake.open(
      { store, clock: new SystemClock(), log: new SilentLog() },
      { address: listen.address, forged },
    );
    return new AccountingBehind(intake, real, statements);
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    await this.intake.close();
    await this.store.close();
  }
}
