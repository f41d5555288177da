import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { InboxIntake, type IntakeAnswer } from '../api/ports.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import type { InboundRequest } from '../connector/connector.js';
import { ConnectorHost } from '../host/connector-host.js';
import { Inbox } from './inbox.js';

/** What is pushed to us: proven, stored, then answered. A paused or quarantined connection still stores. */
@Injectable()
export class HookIntake extends InboxIntake {
  constructor(private readonly host: ConnectorHost, private readonly inbox: Inbox) {
    super();
  }

  async accept(context: Context, connection: StoredConnection, request: InboundRequest): Promise<IntakeAnswer> {
    if (!connection.enabled || connection.status === 'disabled') throw closedDoor(connection.id);
    const { receives } = this.host.connectorOf(connection);
    if (!receives) throw closedDoor(connection.id);
    const accepted = await receives.verify(request);
    const { organizationId, id } = connection;
    await this.inbox.store({ ...context, organizationId }, id, [{ kind: 'hook', body: accepted.stored ?? request.body, dedupeKey: accepted.dedupeKey }]);
    return accepted.answer ?? { status: 200 };
  }

  async replay(context: Context, eventId: string): Promise<void> {
    await this.inbox.replay(context, eventId);
  }
}

function closedDoor(id: string): Problem {
  return Problem.notFound('connection that takes anything in under', id);
}
