import { Injectable } from '@nestjs/common';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { ProblemSource, StoredConnection } from '../connection/stored-connection.js';
import type { ConnectorProblem } from '../connector/connector-problem.js';
import { operationPriority } from '../wifi-console/port/wifi-console.js';
import { WakeUps } from '../../database/wake-ups.js';
import { ConnectorHost } from './connector-host.js';
import { InboxRepository } from '../inbox/inbox.repository.js';
import { consoleRefusedCode } from '../connection/permission.js';
import { Attempts } from './attempts.js';
import { ConsoleHealth } from './console-health.js';
import { ConsoleOutages } from './console-outages.js';
import { ConsoleRefusals } from './console-refusals.js';
import { Quarantines } from './quarantines.js';

const probeSeconds = [60, 300, 900, 3_600];
const daySeconds = 86_400;
/** After this long in quarantine a connection is disabled. */
const mostDays = 28;
/** The problems that a good test clears, wherever they occurred. */
const overByTest = new Set([
  'unreachable',
  'credentials_refused',
  'settings_invalid',
  'test_failed',
  consoleRefusedCode,
]);

/** Seconds between probes of a quarantined connection: 1, 5, 15, 60 minutes, 6-hourly for a week, then daily. */
function nextProbeSeconds(probes: number, quarantinedSeconds: number): number {
  return probeSeconds[probes] ?? (quarantinedSeconds < 7 * daySeconds ? 21_600 : daySeconds);
}

/** Whether a connection works: quarantines it when only an operator can help, and probes whether one did. */
@Injectable()
export class ConnectionHealth {
  private readonly attempts = new Attempts();
  /** Connections whose problems this process has recorded since it last read them. */
  private readonly troubled = new Set<string>();

  constructor(
    private readonly connections: ConnectionRepository,
    private readonly quarantines: Quarantines,
    private readonly host: ConnectorHost,
    private readonly inbox: InboxRepository,
    private readonly console: ConsoleHealth,
    private readonly outages: ConsoleOutages,
    private readonly refusals: ConsoleRefusals,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** A request was answered: a problem of the same kind is over. */
  async worked(context: Context, { id, lastProblem }: StoredConnection, source: ProblemSource): Promise<void> {
    this.attempts.note(id, true, this.clock.milliseconds());
    if (lastProblem === null && !this.troubled.has(id)) return;
    await this.connections.endProblem(context, id, source);
    this.troubled.delete(id);
  }

  /** All checks are good: the cause of its quarantine is over. */
  async passed(context: Context, connection: StoredConnection): Promise<void> {
    if (connection.status === 'quarantined') return void (await this.lift(context, connection));
    if (connection.consoleOutage) await this.outages.end(context, connection.targetKey);
    if (connection.accountsRefused) await this.refusals.askAgain(context, connection);
    if (connection.lastProblem && overByTest.has(connection.lastProblem.code))
      await this.connections.setProblem(context, connection.id, null, connection.revision);
  }

  /** `isLasting`: only a person can help. */
  async failedItsTest(
    context: Context,
    connection: StoredConnection,
    why: { readonly code: string; readonly detail: string },
    isLasting: boolean,
  ): Promise<void> {
    if (!isLasting)
      return this.connections.setProblem(
        context,
        connection.id,
        { ...why, at: this.clock.instant(), source: 'test' },
        connection.revision,
      );
    if (await this.quarantines.begin(context, connection, why, probeSeconds[0]))
      this.publishChange(context, connection.id);
  }

  /**
   * Records a problem of the whole connection. Refused credentials and wrong settings quarantine it; so does an outside
   * system that fails half the time: twenty attempts or more in fifteen minutes.
   */
  async report(
    context: Context,
    connection: StoredConnection,
    problem: ConnectorProblem,
    source: ProblemSource,
  ): Promise<void> {
    const isHopeless =
      problem.action === 'retry' && this.attempts.note(connection.id, false, this.clock.milliseconds());
    if (problem.action !== 'quarantine' && !isHopeless) {
      this.troubled.add(connection.id);
      return this.connections.setProblem(
        context,
        connection.id,
        { code: problem.code, detail: problem.message, at: this.clock.instant(), source },
        connection.revision,
      );
    }
    if (connection.status === 'quarantined') return undefined;
    this.attempts.forget(connection.id);
    if (
      !(await this.quarantines.begin(
        context,
        connection,
        { code: problem.code, detail: problem.message },
        probeSeconds[0],
      ))
    )
      return undefined;
    this.log.warn({ connectionId: connection.id, code: problem.code }, 'connection quarantined');
    return this.publishChange(context, connection.id);
  }

  /** All quarantined connections with a probe due; needs a context for every organization. */
  async probeDue(everywhere: Context): Promise<void> {
    for (const connection of await this.connections.toBeLookedAt(everywhere, this.clock.instant())) {
      await this.probe({ ...everywhere, organizationId: connection.organizationId }, connection);
    }
  }

  /** True when the connection is well again. */
  async probe(context: Context, connection: StoredConnection): Promise<boolean> {
    if (await this.passesItsTest(context, connection)) return this.lift(context, connection);
    await this.postpone(context, connection, this.clock.instant());
    return false;
  }

  private async lift(context: Context, connection: StoredConnection): Promise<boolean> {
    if (!(await this.quarantines.end(context, connection))) return false;
    this.attempts.forget(connection.id);
    await this.inbox.hurry(context, connection.id);
    this.log.info({ connectionId: connection.id }, 'connection released from quarantine');
    this.publishChange(context, connection.id);
    return true;
  }

  /** Probes what caused the quarantine: the console, or else the outside system. */
  private async passesItsTest(context: Context, connection: StoredConnection): Promise<boolean> {
    if (connection.quarantine?.code === consoleRefusedCode)
      return (await this.console.check(context, connection, operationPriority.scan)).ok;
    try {
      const checks = await this.host.connectorOf(connection).test(AbortSignal.timeout(30_000));
      return checks.every(({ ok }) => ok);
    } catch (error) {
      this.log.warn({ connectionId: connection.id, error: String(error) }, 'testing a quarantined connection failed');
      return false;
    }
  }

  private async postpone(context: Context, connection: StoredConnection, now: Instant): Promise<void> {
    const quarantine = connection.quarantine ?? {
      sinceAt: now,
      code: 'unreachable',
      detail: 'The connection does not pass its test',
      probes: 0,
    };
    const quarantinedSeconds = (Date.parse(now) - Date.parse(quarantine.sinceAt)) / 1000;
    if (quarantinedSeconds > mostDays * daySeconds) {
      await this.quarantines.giveUp(context, connection, mostDays);
      return;
    }
    const probes = quarantine.probes + 1;
    await this.connections.quarantine(
      context,
      connection.id,
      { ...quarantine, probes, nextProbeAt: laterBy(now, nextProbeSeconds(probes, quarantinedSeconds)) },
      connection.revision,
    );
  }

  private publishChange({ organizationId }: Context, key: string): void {
    this.wakeUps.publish({ topic: 'connections', organizationId, key });
    this.wakeUps.publish({ topic: 'inbox', organizationId, key });
  }
}
