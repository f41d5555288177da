import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../../database/database.js';
import type { Context } from '../../../../kernel/context.js';
import type { Stay } from '../../../facts/facts.js';

/** One guest who is in that room now, with the account that the guest has. */
export interface GuestInRoom {
  readonly userId: string;
  readonly username: string;
  readonly person: Pick<Stay, 'lastName' | 'otherLastNames'>;
}

/**
 * Rooms by the index that leads with the connection. The account is the one of the built-in console that the stay is
 * bound to.
 */
const inRoom = statement(
  'door_guests_in_room',
  `
  select b.remote_id as "userId", b.name as username, s.facts as person from subjects s
  join bindings b on b.organization_id = s.organization_id and b.identity_id = s.identity_id and b.kind = 'user'
    and b.target_key = 'built-in' and b.ended_at is null
  where s.organization_id = $1 and s.connection_id = any (array(select c.id from connections c
    where c.organization_id = $1)) and s.room = any ($2::text[])
    and s.state = 'present' and s.facts ->> 'status' = 'in_house'
  order by s.room <> $2[1], s.id limit 50`,
);

const password = statement(
  'door_password',
  'select id, password_ssha512 as stored from users where organization_id = $1 and username_key = $2',
);

/** A user's name comes first where a code is the same: then it is no voucher for RADIUS either. */
const voucher = statement(
  'door_voucher',
  `
  select true as known from vouchers v where v.organization_id = $1 and v.code_key = $2
    and not exists (select from users u where u.organization_id = $1 and u.username_key = lower(v.code))`,
);

@Injectable()
export class DoorRepository {
  constructor(private readonly database: Database) {}

  /** `rooms`: the room as it was typed, then other ways to write it. */
  guestsIn(context: Context, rooms: readonly string[]): Promise<GuestInRoom[]> {
    return this.database.query(context, inRoom, [context.organizationId, rooms]);
  }

  async isVoucher(context: Context, codeKey: string): Promise<boolean> {
    return (await this.database.one(context, voucher, [context.organizationId, codeKey])) !== undefined;
  }

  passwordOf(
    context: Context,
    usernameKey: string,
  ): Promise<{ readonly id: string; readonly stored: string | null } | undefined> {
    return this.database.one(context, password, [context.organizationId, usernameKey]);
  }
}
