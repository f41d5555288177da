import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Events } from '../../console/events/events.js';
import { RegistrationsRepository } from '../../console/registrations/registrations.repository.js';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { macDigits } from '../../kernel/mac-address.js';
import { usernameKey } from '../../kernel/username-key.js';
import type { Confirmation, Registered, Registration } from './registration.js';
import { PortalRegistrationsRepository } from './registrations.repository.js';

/** Gateways tell of a session every few minutes. */
const heardSeconds = 900;

/** Registrations of one device that hold at the same time. */
const mostOfDevice = 100;

/** Who came in by a portal: written down once, told once, however often the guest presses. */
@Injectable()
export class Registrations {
  constructor(
    private readonly rows: PortalRegistrationsRepository,
    private readonly records: RegistrationsRepository,
    private readonly events: Events,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Writes the registration, its line in the report of guest registrations, its consents and the event
   * `guest.registered` in one transaction. The same guest on the same device gets the existing registration, with new
   * consents and end. A guest who then pays for a tier is not told of again.
   */
  register(context: Context, guest: Registered): Promise<Registration> {
    const mac = guest.mac === null ? null : (macDigits(guest.mac) ?? null);
    const key = usernameKey(guest.username);
    return this.database.transaction(context, async (inside) => {
      await this.rows.hold(inside, `${guest.portalId} ${key} ${mac ?? ''}`);
      const at = this.clock.instant();
      const consents = guest.consents ?? [];
      const termsVersion = consents.find(({ kind }) => kind === 'terms')?.version ?? null;
      const added = { ...guest, mac, usernameKey: key, termsVersion, id: this.ids.next() };
      const known = await this.rows.same(inside, added, at);
      if (known) {
        await this.rows.prolong(inside, known.id, guest.until, at);
        await this.rows.agree(inside, known.id, consents, at);
        return { ...known, until: guest.until };
      }
      const registration = await this.rows.insert(inside, added, at);
      await this.rows.agree(inside, registration.id, consents, at);
      // The registration that came before it was told; or that is told which comes once the guest is known.
      if (guest.paid || guest.isKnownLater) return registration;
      await this.events.emit(inside, {
        event: 'guest.registered',
        at,
        device: { mac },
        user: { username: guest.username },
        accessPoint: { name: guest.accessPoint ?? null },
        guest: {
          id: registration.id,
          firstName: guest.firstName,
          lastName: guest.lastName,
          email: guest.email,
          phone: guest.phone,
          captivePortal: await this.rows.portalName(inside, guest.portalId),
        },
      });
      return registration;
    });
  }

  /** Extends the guest's stay, in the transaction that extends the account. Undefined: it had ended. */
  confirm(inside: Context, id: string, confirmation: Confirmation): Promise<Registration | undefined> {
    return this.rows.confirm(inside, id, confirmation, this.clock.instant());
  }

  find(context: Context, id: string): Promise<Registration | undefined> {
    return this.rows.find(context, id);
  }

  /** The newest one that is not over, made after `since`. */
  ofDevice(
    context: Context,
    portalId: string,
    mac: string,
    since: Instant = '0001-01-01T00:00:00.000Z',
  ): Promise<Registration | undefined> {
    const digits = macDigits(mac);
    if (digits === undefined) return Promise.resolve(undefined);
    return this.rows.ofDevice(context, portalId, digits, this.clock.instant(), since);
  }

  /**
   * Of the device that has this address, as its gateway told lately; null: it has none. Undefined: nobody can tell. The
   * gateways may not tell of IPv6 at all, or of a prefix that several devices share.
   */
  async ofAddress(context: Context, portalId: string, address: string): Promise<Registration | null | undefined> {
    const at = this.clock.instant();
    const since = laterBy(at, -heardSeconds);
    const sessions = await this.rows.sessionsAt(context, address, since);
    const [first] = sessions;
    if (!first) return isIPv6(address) && !(await this.rows.isIpv6Told(context, since)) ? undefined : null;
    if (!first.isExact && sessions.some(({ mac }) => mac !== first.mac)) return undefined;
    return (await this.rows.ofSession(context, portalId, first, at)) ?? null;
  }

  /** Of this account, by the same portal: what is not over, one for each device. */
  ofAccount(context: Context, { portalId, username }: Registration): Promise<Registration[]> {
    return this.rows.ofAccount(context, portalId, usernameKey(username), this.clock.instant());
  }

  /** A guest ends another device of the same account, named by its registration. Any other registration stays. */
  async endDevice(context: Context, own: Registration, id: string): Promise<void> {
    const all = await this.ofAccount(context, own);
    if (all.some((each) => each.id === id)) await this.endOwn(context, { id });
  }

  /** A guest signs the device out, whoever came in with it. */
  async endAllOfDevice(context: Context, { portalId, mac }: Registration): Promise<void> {
    for (let left = mac === null ? 0 : mostOfDevice; left > 0; left -= 1) {
      const each = await this.ofDevice(context, portalId, mac ?? '');
      if (!each || !(await this.endOwn(context, each))) return;
    }
  }

  /** The same effect as when an operator ends it. False if it had ended. */
  endOwn(
    context: Context,
    { id }: Pick<Registration, 'id'>,
    reason: 'guest' | 'host' | 'payment' = 'guest',
  ): Promise<boolean> {
    return this.records.end(context, id, reason, this.clock.instant());
  }
}
