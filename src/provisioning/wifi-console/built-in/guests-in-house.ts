import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { Stay } from '../../facts/facts.js';

/** A stay in a room of somebody who is in house, is expected, or left recently. */
export interface GuestInRoom {
  readonly person: Pick<
    Stay,
    'firstName' | 'lastName' | 'otherLastNames' | 'email' | 'phone' | 'departureAt' | 'reservationNumber' | 'timeZone'
  >;
  readonly room: string;
  readonly hasLeft: boolean;
  /** The stay's account at the built-in console; null if none. */
  readonly userId: string | null;
}

const rooms = statement(
  'guests_in_house_rooms',
  `
  select distinct s.room from subjects s
  where s.organization_id = $1 and s.connection_id = any (array(select c.id from connections c
    where c.organization_id = $1)) and s.room is not null`,
);

/** By the index that begins with the connection. $2 rooms, $3: guests who left before this are ignored. */
const inRooms = replanned(
  'guests_in_house_in_rooms',
  `
  select s.facts as person, s.room, s.facts ->> 'status' = 'checked_out' as "hasLeft", b.remote_id as "userId"
  from subjects s
  left join bindings b on b.organization_id = s.organization_id and b.identity_id = s.identity_id and b.kind = 'user'
    and b.target_key = 'built-in' and b.ended_at is null
  where s.organization_id = $1 and s.connection_id = any (array(select c.id from connections c
    where c.organization_id = $1)) and s.room = any ($2::text[]) and s.kind = 'stay'
    and (s.state = 'present' and s.facts ->> 'status' in ('in_house', 'expected')
      or s.facts ->> 'status' = 'checked_out' and s.last_event_at > $3)
  order by s.facts ->> 'status' = 'in_house' desc, s.id limit 200`,
);

/** Who is in which room, according to the organization's hotel systems. */
@Injectable()
export class GuestsInHouse {
  constructor(private readonly database: Database) {}

  /** As the hotel systems spell them. */
  async rooms(context: Context): Promise<readonly string[]> {
    const found = await this.database.query<{ room: string }>(context, rooms, [context.organizationId]);
    return found.map(({ room }) => room);
  }

  /** Those in house come first. */
  inRooms(context: Context, names: readonly string[], leftSince: Instant): Promise<GuestInRoom[]> {
    return this.database.query(context, inRooms, [context.organizationId, names, leftSince]);
  }
}
