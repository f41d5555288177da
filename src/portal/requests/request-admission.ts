import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { Context } from '../../kernel/context.js';
import type { Confirmation, Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import { AllowedAccounts } from '../ways/allowed-accounts.js';
import { MadeAccounts } from '../ways/made-accounts.js';
import { type AccessRequest, providerMinutes } from './access-request.js';

/** The network's rules do not admit this guest now. */
export class NotAllowed extends Error {}

/** Admits a guest: creates their account and their registration. */
@Injectable()
export class RequestAdmission {
  constructor(
    private readonly made: MadeAccounts,
    private readonly accounts: AllowedAccounts,
    private readonly registrations: Registrations,
  ) {}

  /**
   * Joins the transaction of the decision. `isChecked`: whether to check the network's rules first.
   * @throws NotAllowed
   */
  async admit(
    inside: Context,
    portal: CaptivePortal,
    request: Omit<AccessRequest, 'status' | 'tries'>,
    confirmation: Confirmation,
    isChecked: boolean,
  ): Promise<Registration> {
    const { firstName, lastName, email, phone, company, mac, ssid, accessPoint, language, method, consents } = request;
    const person = { firstName, lastName, email, phone };
    const validUntil = confirmation.until;
    const { userId, username } = await this.made.make(inside, portal, { ...person, validUntil });
    if (isChecked && !(await this.accounts.ofUser(inside, userId, { mac, ssid })).isAllowed) throw new NotAllowed();
    return this.registrations.register(inside, {
      portalId: portal.id,
      method,
      username,
      userId,
      ...person,
      company,
      mac,
      ssid,
      accessPoint,
      language,
      consents,
      madeAccount: true,
      isKnownLater: method === providerMinutes,
      ...confirmation,
    });
  }
}
