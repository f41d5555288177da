import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Database } from '../../../database/database.js';
import { type Expected, requireExpected } from '../../../http/etag/etag.js';
import { Alarms } from '../../../kernel/alarms.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Ids } from '../../../kernel/ids.js';
import { AccountsClosing } from '../../identity/accounts-closing.js';
import { RunDecisions } from '../../intake/runs/run-decisions.js';
import { WakeUps, type WakeUp } from '../../../database/wake-ups.js';
import { type Connection, type ConnectionStatus, reachesOtherwise } from '../../connection/connection.js';
import { ConnectionInput, type ReadConnection, type WrittenConnection } from './connection-input.js';
import { isSameConsole, newTargetKey } from '../../connection/connection-target.js';
import { ConnectionScheduleRepository } from '../../connection/connection-schedule.repository.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { ConnectionTokens } from '../../scim/tokens/connection-tokens.js';
import { siteDefaultsOf } from '../../connection/site-defaults.js';
import type { AccountsOnDelete, StoredConnection } from '../../connection/stored-connection.js';

/** `token`: with which the outside system calls us, where it does; never shown again. */
export type NewConnection = StoredConnection & { readonly token?: string };

/** The process that answers tests new settings at once; after this long others take over, in case it died. */
const takenUpSeconds = 60;

/** What operators do with connections. Every change is checked as a whole, written once, and published. */
@Injectable()
export class ConnectionService {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly times: ConnectionScheduleRepository,
    private readonly input: ConnectionInput,
    private readonly runs: RunDecisions,
    private readonly accounts: AccountsClosing,
    private readonly alarms: Alarms,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    private readonly tokens: ConnectionTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * It starts at once: its wake-up reaches schedules and listeners.
   * @throws Problem invalid
   */
  create(context: Context, written: WrittenConnection): Promise<NewConnection> {
    const read = this.input.read(written, null);
    return this.database.transaction(context, async (inside) => {
      const id = this.ids.next();
      const targetKey = await this.targetKeyOf(inside, read, null);
      await this.connections.insert(inside, id, { ...read, targetKey, status: read.enabled ? 'active' : 'setup' });
      if (read.enabled) await this.connections.dueTest(inside, id, laterBy(this.clock.instant(), takenUpSeconds));
      this.publishAfter(inside, 'connections', id);
      const connection = await this.connections.load(inside, id);
      return read.definition.abilities.includes('serves')
        ? { ...connection, token: await this.tokens.issue(inside, id) }
        : connection;
    });
  }

  /**
   * A second token lives beside the first, so that the outside system can switch over; a third ends the first.
   * @throws Problem not_found, conflict
   */
  rotateToken(context: Context, id: string): Promise<string> {
    return this.database.transaction(context, async (inside) => {
      const connection = await this.open(inside, id, undefined);
      if (!this.input.serves(connection)) throw new Problem('conflict', 'Nobody calls this connection by a token');
      return this.tokens.issue(inside, id);
    });
  }

  /**
   * @throws Problem not_found, stale, invalid; conflict for another console while there are accounts in the present one
   */
  change(context: Context, id: string, written: WrittenConnection, expected: Expected): Promise<StoredConnection> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.open(inside, id, expected);
      const read = this.input.read(written, before);
      const targetKey = await this.targetKeyOf(inside, read, before);
      if (targetKey !== before.targetKey && (await this.connections.hasAccounts(inside, id))) {
        throw new Problem(
          'conflict',
          'This connection has accounts in its present console: delete it with accounts=keep, disable or ' +
            'delete, and make a new one',
        );
      }
      const status = statusAfter(before, read, written);
      await this.connections.update(inside, before, { ...read, targetKey, status });
      await this.lookAnew(inside, before);
      if (status !== 'quarantined') await this.alarms.end(inside, ['connection.quarantined'], [id]);
      const after = await this.connections.load(inside, id);
      if (runsOtherwise(before, after) || (after.lastFullScanAt === null && reachesOtherwise(before, after)))
        await this.times.setNextRuns(inside, id, { fullAt: null, incrementalAt: null });
      if (mapsDifferently(before, after)) await this.onAccessChanged(inside, after);
      this.publishAfter(inside, 'connections', id);
      return this.connections.load(inside, id);
    });
  }

  /**
   * Problems found with other settings say nothing about these: they are cleared, and a connection that reaches outside
   * differently is tested.
   */
  private async lookAnew(inside: Context, before: StoredConnection): Promise<void> {
    const after = await this.connections.load(inside, before.id);
    const isReachedOtherwise =
      reachesOtherwise(before, after) ||
      before.targetToken !== after.targetToken ||
      !isDeepStrictEqual(before.target, after.target);
    if (isReachedOtherwise || runsOtherwise(before, after)) await this.connections.setProblem(inside, before.id, null);
    if (!after.enabled) return this.connections.dueTest(inside, before.id, null);
    if (isReachedOtherwise || !before.enabled)
      await this.connections.dueTest(inside, before.id, laterBy(this.clock.instant(), takenUpSeconds));
  }

  /** Turns known facts into access again. Removals above the connection's safety are held, as in every run. */
  async onAccessChanged(inside: Context, connection: StoredConnection): Promise<void> {
    if (connection.enabled) await this.runs.start(inside, connection, { mode: 'access', dryRun: false });
  }

  /** `all`: nothing is applied; `grants`: access is ended but not given. Events are stored all the same. */
  pause(context: Context, id: string, mode: 'all' | 'grants'): Promise<StoredConnection> {
    return this.turn(context, id, ({ status }) => ({ pause: mode, status: status === 'active' ? 'paused' : status }));
  }

  resume(context: Context, id: string): Promise<StoredConnection> {
    return this.turn(context, id, ({ status }) => ({ pause: null, status: status === 'paused' ? 'active' : status }));
  }

  /**
   * The connection goes at once when it has no accounts to settle, else as soon as they are. @throws Problem not_found,
   * stale, conflict
   */
  remove(context: Context, id: string, fate: AccountsOnDelete, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const connection = await this.open(inside, id, expected);
      await this.connections.close(inside, id, fate);
      await this.alarms.end(
        inside,
        [
          'connection.quarantined',
          'connection.silent',
          'connection.console_unreachable',
          'connection.accounts_refused',
          'plan.held',
          'endings.held',
          'file.refused',
          'delivery.waiting',
        ],
        [id],
      );
      await this.accounts.close(inside, await this.connections.load(inside, id), fate);
      await this.connections.removeIfSettled(inside, id);
      this.publishAfter(inside, 'connections', id);
      this.publishAfter(inside, 'due', connection.targetKey);
    });
  }

  private turn(
    context: Context,
    id: string,
    decide: (before: StoredConnection) => { pause: Connection['pause']; status: ConnectionStatus },
  ): Promise<StoredConnection> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.open(inside, id, undefined);
      const { pause, status } = decide(before);
      await this.connections.setPause(inside, id, pause, status);
      this.publishAfter(inside, 'connections', id);
      this.publishAfter(inside, 'inbox', id);
      this.publishAfter(inside, 'due', before.targetKey);
      return this.connections.load(inside, id);
    });
  }

  private async open(inside: Context, id: string, expected: Expected): Promise<StoredConnection> {
    const connection = await this.connections.loadForChange(inside, id);
    if (connection.closing)
      throw new Problem('conflict', `The connection is being deleted with accounts=${connection.closing}`);
    requireExpected(expected, connection.revision);
    return connection;
  }

  /** A new token for the same console does not make it another console. */
  private async targetKeyOf(inside: Context, read: ReadConnection, before: StoredConnection | null): Promise<string> {
    if (before && isSameConsole(before.target, read.target)) return before.targetKey;
    const others = await this.connections.list(inside);
    const shared = others.find(
      (other) => isSameConsole(other.target, read.target) && other.targetToken === read.targetToken,
    );
    return shared?.targetKey ?? newTargetKey(read.target, read.targetToken);
  }

  private publishAfter(inside: Context, topic: WakeUp['topic'], key: string): void {
    this.database.afterCommit(inside, () =>
      this.wakeUps.publish({ topic, organizationId: inside.organizationId, key }),
    );
  }
}

/** A change to how a quarantined connection reaches outside, or enabling it, is a request to try again. */
function statusAfter(before: StoredConnection, read: ReadConnection, written: WrittenConnection): ConnectionStatus {
  if (!read.enabled) return before.status === 'setup' ? 'setup' : 'disabled';
  const isMended =
    written.enabled === true ||
    written.settings !== undefined ||
    written.secrets !== undefined ||
    written.target !== undefined;
  if (before.status === 'quarantined' && !isMended) return 'quarantined';
  return before.pause === null ? 'active' : 'paused';
}

/** The schedules compute the next times; a first list is due at once. */
function runsOtherwise(before: StoredConnection, after: StoredConnection): boolean {
  return (
    before.enabled !== after.enabled ||
    before.settings.time_zone !== after.settings.time_zone ||
    !isDeepStrictEqual(before.schedule, after.schedule)
  );
}

function mapsDifferently(before: StoredConnection, after: StoredConnection): boolean {
  return (
    !isDeepStrictEqual(before.access, after.access) || !isDeepStrictEqual(siteDefaultsOf(before), siteDefaultsOf(after))
  );
}
