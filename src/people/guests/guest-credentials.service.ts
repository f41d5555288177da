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

interface Stored {
  /** The account's own. */
  readonly stored: string | null;
  readonly entitlementId: string | null;
  readonly secretSealed: string | null;
}

/** $2 record, $3 user: the account's password as it is stored, and the one that the connection gave. */
const storedPassword = statement(
  'guest_stored_password',
  `
  select u.password_ssha512 as stored, e.id as "entitlementId", e.secret_sealed as "secretSealed"
  from users u left join entitlements e
    on e.organization_id = $1 and e.subject_id = $2 and e.kind = 'user' and not e.revoked
  where u.organization_id = $1 and u.id = $3`,
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

  /**
   * The password to be handed out: the one just given, else the connection's. Null: it cannot be looked up.
   * @throws Problem conflict if the account has another by now: a colleague gave one, or the record changed
   */
  async toHandOut(context: Context, { id, detail: { account } }: Guest, given: string | null): Promise<string | null> {
    if (!account?.userId) return given;
    const found = await this.database.one<Stored>(context, storedPassword, [
      context.organizationId,
      id,
      account.userId,
    ]);
    const counts = (password: string) => Boolean(found?.stored && this.passwords.matches(password, found.stored));
    if (given !== null) {
      if (counts(given)) return given;
      throw new Problem('conflict', 'This password counts no more: the account was given another. Give a new one');
    }
    if (!found?.entitlementId || !found.secretSealed) return null;
    const password = this.accounts.open(found.entitlementId, found.secretSealed);
    return counts(password) ? password : null;
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
      const typed = await this.toHandOut(inside, guest, password);
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
