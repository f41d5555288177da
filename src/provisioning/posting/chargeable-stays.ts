import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import { ConnectorHost } from '../host/connector-host.js';

/** A stay whose bill can be charged now. */
export interface ChargeableStay {
  readonly connectionId: string;
  readonly room: string;
  /** The hotel system's key of the stay. */
  readonly reservation: string;
  /** ISO 4217. */
  readonly currency: string;
}

interface Row extends Omit<ChargeableStay, 'currency'> {
  readonly noPost: boolean;
}

/** Of everybody who is in house by that account. */
const ofUser = statement(
  'chargeable_stays_of_user',
  `
  select s.connection_id as "connectionId", s.room, s.source_key as reservation,
    coalesce((s.facts ->> 'noPost')::boolean, false) as "noPost"
  from bindings b
  join subjects s on s.organization_id = b.organization_id and s.identity_id = b.identity_id and s.kind = 'stay'
    and s.state = 'present' and s.facts ->> 'status' = 'in_house'
  where b.organization_id = $1 and b.kind = 'user' and b.target_key = 'built-in' and b.remote_id = $2::text
    and b.ended_at is null and s.room is not null
  order by s.id`,
);

/** Whose bill a guest may be charged on. */
@Injectable()
export class ChargeableStays {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly host: ConnectorHost,
  ) {}

  /** Undefined: not checked in, in several rooms, not allowed to charge, or nobody could be told just now. */
  async ofUser(context: Context, userId: string): Promise<ChargeableStay | undefined> {
    const stays = await this.database.query<Row>(context, ofUser, [context.organizationId, userId]);
    const [first] = stays;
    const isPlain = stays.every((each) => !each.noPost && each.room === first.room);
    if (!first || !isPlain) return undefined;
    const { connectionId, room, reservation } = first;
    const currency = await this.currencyOf(context, connectionId);
    return currency === undefined ? undefined : { connectionId, room, reservation, currency };
  }

  /** Of the bills that this connection can charge now. */
  private async currencyOf(context: Context, connectionId: string): Promise<string | undefined> {
    const connection = await this.connections.find(context, connectionId);
    if (!connection?.enabled || connection.quarantine !== null || connection.closing !== null) return undefined;
    const { charges, listens } = this.host.connectorOf(connection);
    if (!charges || (listens && connection.link?.state !== 'connected')) return undefined;
    return charges.currency;
  }
}
