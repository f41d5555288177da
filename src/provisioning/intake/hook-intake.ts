import { Injectable } from '@nestjs/common';
import { type Context, everyOrganization } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Log } from '../../kernel/log.js';
import { ConnectionDirectory } from '../connection/connection-directory.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import { ConnectorCatalogue } from '../connector/catalogue.js';
import { ConnectorProblem } from '../connector/connector-problem.js';
import type { Accepted, InboundRequest, Receives } from '../connector/connector.js';
import type { HookAnswer } from '../connector/hook-answer.js';
import { ConnectorHost } from '../host/connector-host.js';
import { SubscriptionDuty } from '../host/subscription-duty.js';
import { HookMetrics } from '../inbox/hook-metrics.js';
import { Inbox } from '../inbox/inbox.js';
import { RunQueue } from './run-queue/run-queue.js';

/** Pushed messages: verified, stored, then answered. A paused or quarantined connection still stores. */
@Injectable()
export class HookIntake {
  constructor(
    private readonly host: ConnectorHost,
    private readonly inbox: Inbox,
    private readonly directory: ConnectionDirectory,
    private readonly catalogue: ConnectorCatalogue,
    private readonly subscriptions: SubscriptionDuty,
    private readonly runs: RunQueue,
    private readonly metrics: HookMetrics,
    private readonly log: Log,
  ) {}

  /**
   * Verifies the raw request, stores it, then answers in the vendor's way. Nothing is answered before it is stored.
   * @throws ConnectorProblem signature_invalid (401) and others; Problem when the connection takes nothing in
   */
  async accept(context: Context, connection: StoredConnection, request: InboundRequest): Promise<HookAnswer> {
    const receives = this.receiverOf(connection);
    const asked = receives.handshake?.(request);
    if (asked) return asked;
    const accepted = await receives.verify(request);
    const { organizationId, id } = connection;
    const answer = accepted.answer ?? { status: 200 };
    if (accepted.ofAnother !== undefined) {
      this.metrics.passedOver(connection.connector, 'another');
      this.log.info({ connectionId: id, of: accepted.ofAnother }, 'message for another customer or place ignored');
      return answer;
    }
    await this.inbox.store({ ...context, organizationId }, id, [
      { kind: 'hook', body: accepted.stored ?? request.body, dedupeKey: accepted.dedupeKey },
    ]);
    await this.follow({ ...context, organizationId }, id, accepted);
    return answer;
  }

  private async follow(context: Context, connectionId: string, { asks = [] }: Accepted): Promise<void> {
    if (asks.includes('renewal')) await this.subscriptions.hurry(context, connectionId);
    if (asks.includes('poll'))
      await this.runs.add(context, connectionId, {
        mode: 'incremental',
        dryRun: false,
        cause: 'hint',
        requestedBy: 'connector',
      });
  }

  /** @throws Problem not_found if this connection has no handshake */
  handshake(connection: StoredConnection, request: InboundRequest): HookAnswer {
    const answer = this.receiverOf(connection).handshake?.(request);
    if (!answer) throw Problem.notFound('handshake that this request would begin, of connection', connection.id);
    return answer;
  }

  private receiverOf(connection: StoredConnection): Receives {
    const isOpen = connection.enabled && connection.status !== 'disabled';
    const { receives } = isOpen ? this.host.connectorOf(connection) : {};
    if (!receives) throw closedDoor(connection.id);
    return receives;
  }

  /**
   * The same for a message at the address that all customers of an app share: every connection of the named
   * installation whose secret proves it takes it.
   * @throws Problem not_found where no connection has it
   */
  async acceptOfApp(context: Context, connector: string, request: InboundRequest): Promise<HookAnswer> {
    const { installations } = this.catalogue.find(connector) ?? {};
    if (!installations) throw Problem.notFound('connector with one address for many customers:', connector);
    const installation = installations.named(request.body);
    const candidates =
      installation === undefined
        ? []
        : await this.directory.ofInstallation(
            { ...context, organizationId: everyOrganization },
            connector,
            installation,
          );
    const answers: HookAnswer[] = [];
    let refusal: unknown;
    for (const connection of candidates) {
      try {
        answers.push(await this.accept(asConnection(context, connection), connection, request));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusal ??= error;
      }
    }
    if (answers.length > 0) return answers.reduce(firmer);
    if (refusal) throw refusal;
    this.metrics.passedOver(connector, 'nobody');
    this.log.info({ connector }, 'message for an unknown installation ignored');
    throw Problem.notFound('connection for the installation that this message names:', installation ?? 'none');
  }

  /**
   * Resets a stored event to `received`.
   * @throws Problem not_found; conflict when its payload was erased
   */
  async replay(context: Context, eventId: string): Promise<void> {
    await this.inbox.replay(context, eventId);
  }
}

function asConnection(context: Context, { organizationId, id, name }: StoredConnection): Context {
  return { ...context, organizationId, actor: { kind: 'connection', id, name, permissions: [] } };
}

/** This connection does not take it; another one may. Any other failure asks the sender to repeat. */
function isRefusal(error: unknown): boolean {
  return (
    (error instanceof ConnectorProblem && error.action === 'refuse') ||
    (error instanceof Problem && error.kind === 'not_found')
  );
}

/** One answer for all takers: under way before done, done before ignored. */
function firmer(one: HookAnswer, other: HookAnswer): HookAnswer {
  const rank = ({ status }: HookAnswer) => (status === 202 ? 2 : status < 300 ? 1 : 0);
  return rank(other) > rank(one) ? other : one;
}

function closedDoor(id: string): Problem {
  return Problem.notFound('connection that takes anything in under', id);
}
