import { type Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import type { Log } from '../../../kernel/log.js';
import { RetryPolicy } from '../../../kernel/retry-policy.js';
import { notHeld } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import type { Listens } from '../../connector/listens.js';
import type { ConnectionHealth } from '../../host/connection-health.js';
import type { Lease } from '../../inbox/lease/leases.js';
import type { HeldLink } from './held-link.js';

const listenRetry = new RetryPolicy({ delays: { firstSeconds: 1, ceilingSeconds: 30 } });

/** One link, held by this process from getting its lease until it loses the lease or is stopped. */
export class LinkListener {
  private readonly stopping = new AbortController();
  private readonly ended: Promise<void>;
  private link: HeldLink | null = null;
  private over = false;

  constructor(
    private readonly context: Context,
    readonly connection: StoredConnection,
    private readonly listens: Listens,
    private readonly lease: Lease,
    private readonly linkFor: (signal: AbortSignal) => Promise<HeldLink>,
    private readonly parts: { health: ConnectionHealth; clock: Clock; log: Log },
  ) {
    this.ended = this.hold().finally(() => {
      this.over = true;
    });
  }

  get isOver(): boolean {
    return this.over;
  }

  askForFullList(): boolean {
    return this.link?.askForFullList() ?? false;
  }

  async sendCharge(): Promise<void> {
    await this.link?.sendCharge();
  }

  /** Resolves when the link is closed and its lease is free. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async hold(): Promise<void> {
    const signal = AbortSignal.any([this.stopping.signal, this.lease.signal]);
    try {
      for (let failures = 1; !signal.aborted; failures += 1) {
        if (await this.listenOnce(signal)) return;
        await this.parts.clock.sleep(listenRetry.plainSeconds(failures) * 1000, signal);
      }
    } finally {
      // Only the owner reports the link's state: after a lost lease another process has it.
      if (!this.lease.signal.aborted) this.link?.state('lost', notHeld);
      await this.link?.settled();
      await this.lease.release().catch(() => undefined);
    }
  }

  /** True when only an operator can help. A listener that merely ends is started again. */
  private async listenOnce(signal: AbortSignal): Promise<boolean> {
    try {
      this.link = await this.linkFor(signal);
      await this.listens.listen(this.link, signal);
      return false;
    } catch (error) {
      if (signal.aborted) return true;
      if (!(error instanceof ConnectorProblem)) {
        if (!(error instanceof DatabaseUnavailable))
          this.parts.log.error({ connectionId: this.connection.id, error: String(error) }, 'listener failed');
        return false;
      }
      await this.parts.health.report(this.context, this.connection, error, 'link');
      return error.action === 'quarantine';
    }
  }
}
