import { Injectable } from '@nestjs/common';
import { RadiusSecrets } from '../../console/passwords/radius-secrets.js';
import { Database, statement } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { macDigits } from '../../kernel/mac-address.js';
import { usernameKey } from '../../kernel/username-key.js';

export const ticketSeconds = 90;
/** RFC 4648. */
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 80 bits. uspot, and chilli before 1.3, take no more characters of a folded password. */
const ticketCharacters = 16;

/** By the database's clock, which RADIUS compares with. */
const insert = statement(
  'portal_tickets_insert',
  `
  insert into portal_tickets (organization_id, id, registration_id, username_key, mac, ticket_sealed, ends_at)
  values ($1, $2, $3, $4, $5, $6, clock_timestamp() + interval '${ticketSeconds} seconds')`,
);

/**
 * Given to a gateway instead of a password: good for one device and 90 seconds. On an open network everybody around can
 * read the form that carries it.
 */
@Injectable()
export class Tickets {
  constructor(
    private readonly database: Database,
    private readonly secrets: RadiusSecrets,
    private readonly chance: Chance,
    private readonly ids: Ids,
  ) {}

  /** `mac` null: the first device that shows it. */
  async issue(
    context: Context,
    {
      username,
      mac,
      registrationId,
    }: { readonly username: string; readonly mac: string | null; readonly registrationId: string },
  ): Promise<string> {
    const ticket = this.chance.text(ticketCharacters, base32);
    await this.database.query(context, insert, [
      context.organizationId,
      this.ids.next(),
      registrationId,
      usernameKey(username),
      mac === null ? null : (macDigits(mac) ?? null),
      this.secrets.seal(ticket),
    ]);
    return ticket;
  }
}
