import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Log } from '../../kernel/log.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import type { Check, HeldLinkState } from '../connector/connector.js';
import { DeliveryCheck } from '../deliver/delivery-check.js';
import { operationPriority } from '../wifi-console/port/wifi-console.js';
import { ConnectorHost } from '../host/connector-host.js';
import { consoleRefusedCode } from '../connection/permission.js';
import { ConnectionHealth } from '../host/connection-health.js';
import { ConsoleHealth } from '../host/console-health.js';
import type { Connection } from '../connection/connection.js';

const testSeconds = 20;
/** How long a request that saves settings waits for the test. */
const answerMilliseconds = 2_000;
/** How often the state of a link is looked at that its holder has yet to open. */
const linkPollMilliseconds = 100;
const linkCheck = 'link';
const linkRemedy = 'Check the address, the port and the firewall between. It is tried again by itself; test it then';
/** If a process dies during a test, others take over after this long. */
const claimSeconds = 60;

/** Only a person can fix these. */
const quarantining: Readonly<Record<string, string>> = {
  credentials: 'credentials_refused',
  settings: 'settings_invalid',
};

/**
 * Tests whether a connection's outside system and console work: on request, and automatically when its address,
 * settings or secrets changed.
 */
@Injectable()
export class ConnectionTests {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly host: ConnectorHost,
    private readonly console: ConsoleHealth,
    private readonly health: ConnectionHealth,
    private readonly delivery: DeliveryCheck,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Tests on a person's request: a good result lifts a quarantine.
   * @throws ConnectorProblem when the connector cannot even be created
   */
  async test(context: Context, connection: StoredConnection): Promise<readonly Check[]> {
    const [outside, console, delivery] = await Promise.all([
      Promise.resolve()
        .then(() => this.host.connectorOf(connection))
        .then((connector) => connector.test(AbortSignal.timeout(testSeconds * 1000), heldLinkStateOf(connection))),
      this.console.check(context, connection, operationPriority.grant),
      this.delivery.of(context, connection),
    ]);
    const checks = [...outside, console, ...(delivery ? [delivery] : [])];
    await this.note(context, connection, checks);
    return checks;
  }

  /**
   * The connection with the result of its test, or as it is if the test takes longer: then it goes on without the
   * caller.
   */
  async afterChange(context: Context, connection: StoredConnection): Promise<StoredConnection> {
    if (!connection.testDueAt) return connection;
    // Others cannot see its row yet, and no transaction waits for an outside system.
    if (context.transaction) {
      this.connections.afterCommit(context, () => {
        void this.carryOut({ ...context, transaction: undefined }, connection);
      });
      return connection;
    }
    const over = new AbortController();
    const tested = this.carryOut(context, connection).finally(() => over.abort());
    await Promise.race([tested, this.clock.sleep(answerMilliseconds, over.signal)]);
    return (await this.connections.find(context, connection.id)) ?? connection;
  }

  /** Tests that nobody finished; needs a context for every organization. */
  async testDue(everywhere: Context): Promise<void> {
    for (const organizationId of await this.connections.organizationsToTest(everywhere, this.clock.instant())) {
      const context = { ...everywhere, organizationId };
      const now = this.clock.instant();
      for (const connection of await this.connections.claimTests(context, now, laterBy(now, claimSeconds)))
        await this.carryOut(context, connection);
    }
  }

  /** Warnings about a trial of these settings. */
  async warnings(context: Context, connection: StoredConnection): Promise<string[]> {
    const check = await this.delivery.of(context, connection);
    return check && !check.ok ? [`${check.detail}. ${check.remedy}`] : [];
  }

  /** Never rejects: `testDue` finds what could not be recorded. */
  private async carryOut(context: Context, connection: StoredConnection): Promise<void> {
    try {
      const delivery = await this.delivery.of(context, connection);
      const console = await this.console.check(context, connection, operationPriority.grant);
      const checks = [
        // A console that must be mended first is told at once.
        ...(await this.outside(context, connection, console.ok)),
        console,
        ...(delivery ? [delivery] : []),
      ];
      if (await this.note(context, connection, checks)) await this.applyVerdict(context, connection, checks);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable))
        this.log.warn({ connectionId: connection.id, error: String(error) }, 'testing a connection failed');
    }
  }

  /** The holder of a link sees its state: most systems accept one link at a time, and a second would end the first. */
  private async outside(context: Context, connection: StoredConnection, mayWait: boolean): Promise<readonly Check[]> {
    try {
      const { abilities, isTestedBesideLink = false } = this.host.definitionOf(connection);
      if (abilities.includes('listens') && !isTestedBesideLink)
        return mayWait ? await this.firstLink(context, connection) : [];
      return await this.host.connectorOf(connection).test(AbortSignal.timeout(testSeconds * 1000));
    } catch (error) {
      if (!(error instanceof ConnectorProblem)) throw error;
      return [{ name: error.action === 'quarantine' ? 'settings' : 'reachable', ok: false, detail: error.message }];
    }
  }

  /**
   * What became of the link by the present settings. Nothing where it is up still by those of before, or is opened only
   * once the quarantine is lifted.
   */
  private async firstLink(context: Context, { id, link, revision }: StoredConnection): Promise<readonly Check[]> {
    if (link?.state === 'connected') return [];
    const startedAt = this.clock.milliseconds();
    for (;;) {
      const now = await this.connections.find(context, id);
      if (!now?.enabled || now.status === 'quarantined' || now.revision !== revision) return [];
      const isOver = this.clock.milliseconds() - startedAt >= testSeconds * 1000;
      if (now.link?.state === 'connected') return [{ name: linkCheck, ok: true, detail: 'The link is up' }];
      // A link that was lost before says nothing of these settings until another attempt has had its time.
      if (now.link?.detail !== undefined && (link === null || isOver))
        return [{ name: linkCheck, ok: false, detail: now.link.detail, remedy: linkRemedy }];
      if (isOver) return [{ name: linkCheck, ok: false, detail: 'No link has come up', remedy: linkRemedy }];
      await this.clock.sleep(linkPollMilliseconds);
    }
  }

  /** False when the connection's settings changed during the test. */
  private async note(context: Context, connection: StoredConnection, checks: readonly Check[]): Promise<boolean> {
    const ok = checks.every((check) => check.ok);
    const shown = checks.map(({ name, ok: isGood, tried = null, detail, remedy = null }) => ({
      name,
      ok: isGood,
      tried,
      detail,
      remedy,
    }));
    if (!(await this.connections.setTest(context, connection, { at: this.clock.instant(), ok, checks: shown })))
      return false;
    if (checks.every((check) => check.ok || check.name === 'delivery')) await this.health.passed(context, connection);
    return true;
  }

  private async applyVerdict(context: Context, connection: StoredConnection, checks: readonly Check[]): Promise<void> {
    // The sender shows what is delivered, and what waits; the holder of a link what became of it.
    const failed = checks.find(({ name, ok }) => !ok && name !== 'delivery' && name !== linkCheck);
    if (!failed) return undefined;
    const code = failed.name === 'console' && failed.isRefused ? consoleRefusedCode : quarantining[failed.name];
    return this.health.failedItsTest(
      context,
      connection,
      { code: code ?? (failed.name === 'reachable' ? 'unreachable' : 'test_failed'), detail: failed.detail },
      code !== undefined,
    );
  }
}

/** The link of a working connection, while some process holds it. */
function heldLinkStateOf({
  enabled,
  status,
  link,
}: Pick<Connection, 'enabled' | 'status' | 'link'>): HeldLinkState | undefined {
  if (!enabled || status === 'disabled' || status === 'quarantined' || link?.state !== 'connected') return undefined;
  return { detail: link.detail, lastHeardAt: link.lastHeardAt };
}
