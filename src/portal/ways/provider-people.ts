import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { Context } from '../../kernel/context.js';
import { macDigits } from '../../kernel/mac-address.js';
import type { Consent, Registered, Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import type { GatewayArrival } from '../gateways/contract/gateway.js';
import type { ProvenPerson } from '../identity/contract/proven-person.js';
import { type Allowed, AllowedAccounts, type Station } from './allowed-accounts.js';
import { commentOf, MadeAccounts } from './made-accounts.js';
import { PersonAccounts } from './person-accounts.js';

export interface ProvenByProvider {
  readonly decision: 'proven';
  readonly method: 'provider';
  readonly account: Allowed;
  readonly person: Pick<Registered, 'firstName' | 'lastName' | 'email' | 'madeAccount'>;
}

/** People whom a provider has proven: their account, and how they enter. */
@Injectable()
export class ProviderPeople {
  constructor(
    private readonly made: MadeAccounts,
    private readonly people: PersonAccounts,
    private readonly accounts: AllowedAccounts,
    private readonly registrations: Registrations,
  ) {}

  /** Undefined: a rule of the network says no. */
  async accountOf(
    context: Context,
    portal: CaptivePortal,
    providerId: string,
    proven: ProvenPerson,
    station: Station,
  ): Promise<ProvenByProvider | undefined> {
    // An address that the provider does not vouch for may be anybody's.
    const person = { ...proven, email: proven.isEmailVerified ? proven.email : null };
    const userId = await this.people.of(context, providerId, person, {
      portalId: portal.id,
      comment: commentOf(portal),
      groupId: portal.groupId,
      until: this.made.endOf(portal),
    });
    const account = await this.accounts.ofUser(context, userId, station);
    if (!account.isAllowed) return undefined;
    const { firstName, lastName, email } = person;
    return {
      decision: 'proven',
      method: 'provider',
      account,
      person: { firstName, lastName, email, madeAccount: true },
    };
  }

  /** Registers somebody who comes back from a provider. Undefined: a rule of the network says no. */
  async enter(
    context: Context,
    portal: CaptivePortal,
    { providerId, person }: { readonly providerId: string; readonly person: ProvenPerson },
    arrival: Pick<GatewayArrival, 'clientMac' | 'ssid' | 'accessPointMac' | 'nasId'>,
    { language, consents }: { readonly language: string; readonly consents: readonly Consent[] },
  ): Promise<Registration | undefined> {
    const mac = arrival.clientMac === null ? null : (macDigits(arrival.clientMac) ?? null);
    const proven = await this.accountOf(context, portal, providerId, person, { mac, ssid: arrival.ssid });
    if (!proven) return undefined;
    const { account, method } = proven;
    return this.registrations.register(context, {
      portalId: portal.id,
      method,
      username: account.username,
      userId: account.userId,
      ...proven.person,
      mac: arrival.clientMac,
      ssid: arrival.ssid,
      accessPoint: arrival.accessPointMac ?? arrival.nasId,
      language,
      consents,
      until: account.until,
    });
  }
}
