import { Injectable } from '@nestjs/common';
import { Background } from '../../../kernel/background.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import { Log } from '../../../kernel/log.js';
import { WorkCondition, type WorkTrouble } from '../../../kernel/work-condition.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { ListeningConnection, StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorCatalogue } from '../../connector/catalogue.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { ConnectionHealth } from '../../host/connection-health.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { Inbox } from '../../inbox/inbox.js';
import { Leases } from '../../inbox/lease/leases.js';
import { Postings } from '../../posting/postings.js';
import { PostingsRepository } from '../../posting/postings.repository.js';
import { HeldLink } from './held-link.js';
import { LinkLists } from './link-lists.js';
import { LinkListener } from './listener.js';

/** With the sweep's few seconds on top, another process has the link within 30 s of an owner's death. */
const leaseSeconds = 20;

/** The links that this process holds, among all connections that listen. */
@Injectable()
export class Listeners extends Background {
  readonly name = 'listeners';
  private readonly condition: WorkCondition;
  private readonly held = new Map<string, LinkListener>();
  private readonly stopListening: (() => void)[] = [];
  private looking: Promise<void> | null = null;
  private started = false;

  constructor(
    private readonly connections: ConnectionRepository,
    private readonly catalogue: ConnectorCatalogue,
    private readonly host: ConnectorHost,
    private readonly leases: Leases,
    private readonly inbox: Inbox,
    private readonly postings: Postings,
    private readonly waitingPostings: PostingsRepository,
    private readonly lists: LinkLists,
    private readonly health: ConnectionHealth,
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
    const soon = () => {
      void this.keepLinks().catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable))
          this.log.error({ error: String(error) }, 'checking the links failed');
      });
    };
    this.stopListening.push(this.wakeUps.on('connections', soon), this.wakeUps.on('runs', soon));
    this.stopListening.push(this.wakeUps.on('postings', ({ key }) => void this.sendCharge(key)));
    soon();
  }

  async stop(): Promise<void> {
    this.started = false;
    for (const stop of this.stopListening.splice(0)) stop();
    await this.looking?.catch(() => undefined);
    await Promise.all([...this.held.values()].map((listener) => listener.stop()));
    this.held.clear();
  }

  /** Opens links that nobody holds, releases those that changed, requests wanted lists. */
  async keepLinks(): Promise<void> {
    if (this.looking) return this.looking;
    if (this.condition.pauseOf() > 0) return undefined;
    this.looking = this.look();
    try {
      await this.looking;
      this.condition.worked();
    } catch (error) {
      this.condition.failed(error);
      throw error;
    } finally {
      this.looking = null;
    }
  }

  /** Finds charges whose wake-up was lost, and gives up those whose time is over. */
  async keepCharges(): Promise<void> {
    if (!this.started) return;
    await this.postings.expire();
    if (this.held.size === 0) return;
    const waiting = await this.waitingPostings.waiting(this.clock.instant());
    await Promise.all(waiting.map(({ connectionId }) => this.sendCharge(connectionId)));
  }

  /** Where this process holds the link. Never rejects: the sweep comes again. */
  private async sendCharge(connectionId: string): Promise<void> {
    try {
      await this.held.get(connectionId)?.sendCharge();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable))
        this.log.error({ connectionId, error: String(error) }, 'sending a charge failed');
    }
  }

  private async look(): Promise<void> {
    const listening = this.catalogue.definitions
      .filter(({ abilities }) => abilities.includes('listens'))
      .map(({ key }) => key);
    if (!this.started || listening.length === 0) return;
    // Paused: messages are still stored, only their effects wait.
    const everywhere = systemContext(everyOrganization, 'listeners');
    await this.connections.loseAbandonedLinks(everywhere, this.clock.instant());
    const all = await this.lists.listening(everywhere, listening);
    const wanted = new Map(all.map((each) => [each.id, each]));
    for (const [id, listener] of this.held) {
      if (!listener.isOver && wanted.get(id)?.revision === listener.connection.revision) continue;
      await listener.stop();
      this.held.delete(id);
    }
    for (const each of all) {
      if (this.held.has(each.id) ? each.wantsList || each.owesList : this.mayBeFree(each))
        await this.lookAfter(systemContext(each.organizationId, `listen-${each.id}`), each);
    }
  }

  /** Leaves those of others alone; our own former one is free by now. */
  private mayBeFree({ heldBy }: ListeningConnection): boolean {
    return heldBy === null || heldBy === this.leases.owner || this.leases.isLeftBehind(heldBy);
  }

  /** A fault of one connection must not affect the others. */
  private async lookAfter(context: Context, { id, owesList }: ListeningConnection): Promise<void> {
    let connection: StoredConnection | undefined;
    try {
      if (!this.held.has(id)) {
        connection = await this.connections.load(context, id);
        await this.take(context, connection);
      }
      if (owesList) await this.lists.queueOwed(context, id);
      const listener = this.held.get(id);
      if (listener) await this.lists.requestWanted(context, listener);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (connection && error instanceof ConnectorProblem)
        return this.health.report(context, connection, error, 'link');
      this.log.error({ connectionId: id, error: String(error) }, 'checking a link failed');
    }
    return undefined;
  }

  private async take(context: Context, connection: StoredConnection): Promise<void> {
    const { listens } = this.host.connectorOf(connection);
    if (!listens) return;
    const lease = await this.leases.acquire(context, `listener ${connection.id}`, leaseSeconds);
    if (!lease) return;
    const { inbox, postings, connections, health, clock, log } = this;
    const parts = { inbox, postings, connections, health, clock, log };
    let isFirst = true;
    const linkFor = async (signal: AbortSignal) => {
      if (isFirst) await this.lists.recover(context, connection.id, lease.wasLeft);
      const wasLeft = isFirst && lease.wasLeft;
      isFirst = false;
      const history = await this.lists.historyOf(context, connection.id, wasLeft);
      return new HeldLink(context, connection, history, lease, signal, parts);
    };
    this.held.set(connection.id, new LinkListener(context, connection, listens, lease, linkFor, parts));
    this.log.info({ connectionId: connection.id, token: lease.token }, 'holding the link');
  }
}
