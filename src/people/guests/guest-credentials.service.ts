import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../console/audit-trail/audit-trail.js';
import { RadiusPasswords } from '../../console/passwords/radius-passwords.js';
import { Database, statement } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { DirectDelivery } from '../../provisioning/deliver/direct-delivery.js';
import { AccountPasswords } from '../../provisioning/entitle/account-passwords.js';
import type { Guest } from './guest.js';
import { GuestsService } from './guests.service.js';

export interface WantedMessage {
  readonly to: 'email' | 'sms';
  /** Null: the address in the outside system. */
  readonly address: string | null;
  /** The password just given; null: the connection's, if it is still valid. */
  readonly password: string | null;
}

interface Wanted {
  readonly id: string;
  readonly secretSealed: string | null;
  readonly stored: string | null;
}

/** $2 record, $3 user: the password that the connection gave, and the account's own as it is stored. */
const given = statement(
  'guest_given_password',
  `
  select e.id, e.secret_sealed as "secretSealed", u.password_ssha512 as stored
  from entitlements e join users u on u.organization_id = e.organization_id and u.id = $3
  where e.organization_id = $1 and e.subject_id = $2 and e.kind = 'user' and not e.revoked`,
);

/** The credentials that a guest types, to show or send again. */
@Injectable()
export class GuestCredentials {
  constructor(
    private readonly guests: GuestsService,
    private readonly database: Database,
    private readonly accounts: AccountPasswords,
    private readonly passwords: RadiusPasswords,
    private readonly deliveries: DirectDelivery,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** The password that a connection gave, unless the account has another by now; null: it cannot be looked up. */
  async known(context: Context, { id, kind, detail: { account } }: Guest): Promise<string | null> {
    if (kind === 'user' || !account?.userId) return null;
    const found = await this.database.one<Wanted>(context, given, [context.organizationId, id, account.userId]);
    if (!found?.secretSealed || !found.stored) return null;
    const password = this.accounts.open(found.id, found.secretSealed);
    return this.passwords.matches(password, found.stored) ? password : null;
  }

  /** @throws Problem not_found, conflict */
  send(context: Context, id: string, { to, address, password }: WantedMessage): Promise<string> {
    return this.database.transaction(context, async (inside) => {
      const guest = await this.guests.read(inside, id);
      const { account, connection, email, phone, until } = guest.detail;
      if (!connection || !account)
        throw new Problem(
          'conflict',
          connection ? 'There is no account: nothing to send' : 'This account was made by hand: no connection sends it',
        );
      if (address === null && (to === 'email' ? email : phone) === null)
        throw Problem.invalidField('address', 'is required: the outside system has none');
      if (until !== null && until <= this.clock.instant())
        throw new Problem('conflict', 'The access has ended: extend it first');
      const typed = password ?? (await this.known(inside, guest));
      if (typed === null) throw new Problem('conflict', 'Nobody can look the password up: give a new one first');
      await this.trail.record(
        inside,
        { action: 'send', resource: 'guests', resourceId: id, label: account.username },
        { via: to, is_own_address: address === null },
      );
      return this.deliveries.send(inside, {
        connectionId: connection.id,
        subjectId: id,
        via: to,
        address,
        content: {
          username: account.username,
          password: typed,
          codes: [],
          validFrom: account.validFrom,
          validUntil: until,
          durationSeconds: null,
        },
      });
    });
  }
}
