import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { Context } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import type { Registered } from '../admission/registration.js';
import { isRefusal } from '../identity/contract/proven-person.js';
import { ProviderSignIns } from '../identity/provider-sign-ins.js';
import { type Allowed, AllowedAccounts, type Station } from './allowed-accounts.js';
import { MadeAccounts } from './made-accounts.js';
import type { GuestRefusalReason, Verdict } from './proof.js';

interface ProvenByDirectory {
  readonly decision: 'proven';
  readonly method: 'provider';
  readonly account: Allowed;
  readonly person: Pick<Registered, 'firstName' | 'lastName' | 'email' | 'madeAccount'>;
}

/** People whom a directory of the organization knows, with the password that they have there. */
@Injectable()
export class DirectoryPeople {
  constructor(
    private readonly signIns: ProviderSignIns,
    private readonly made: MadeAccounts,
    private readonly accounts: AllowedAccounts,
    private readonly log: Log,
  ) {}

  async find(
    context: Context,
    portal: CaptivePortal,
    { username, password }: { readonly username: string; readonly password: string },
    station: Station,
  ): Promise<ProvenByDirectory | Verdict> {
    const outcome = await this.signIns.byDirectories(context, username, password);
    if (isRefusal(outcome)) {
      if (outcome.refused === 'unavailable')
        this.log.warn({ portal_id: portal.id, detail: outcome.detail }, 'a directory cannot be asked who a guest is');
      return { decision: 'refused', ...wordsOf[outcome.refused] };
    }
    const { firstName, lastName, email } = outcome.person;
    const userId = await this.made.ofPerson(context, portal, outcome.providerId, outcome.person);
    const account = await this.accounts.ofUser(context, userId, station);
    if (!account.isAllowed) return { decision: 'refused', field: null, reason: 'not_allowed' };
    return {
      decision: 'proven',
      method: 'provider',
      account,
      person: { firstName, lastName, email, madeAccount: true },
    };
  }
}

const wordsOf = {
  wrong: { field: 'password', reason: 'wrong_password' },
  not_offered: { field: 'password', reason: 'wrong_password' },
  unavailable: { field: null, reason: 'provider_unavailable' },
} as const satisfies Record<string, { readonly field: string | null; readonly reason: GuestRefusalReason }>;
