import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { Context } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { isRefusal } from '../identity/contract/proven-person.js';
import { ProviderSignIns } from '../identity/provider-sign-ins.js';
import type { Station } from './allowed-accounts.js';
import type { GuestRefusalReason, Verdict } from './proof.js';
import { type ProvenByProvider, ProviderPeople } from './provider-people.js';

/** People in a directory of the organization, with their password there. */
@Injectable()
export class DirectoryPeople {
  constructor(
    private readonly signIns: ProviderSignIns,
    private readonly people: ProviderPeople,
    private readonly log: Log,
  ) {}

  async find(
    context: Context,
    portal: CaptivePortal,
    { username, password }: { readonly username: string; readonly password: string },
    station: Station,
  ): Promise<ProvenByProvider | Verdict> {
    const outcome = await this.signIns.byDirectories(context, username, password);
    if (isRefusal(outcome)) {
      if (outcome.refused === 'unavailable')
        this.log.warn({ portalId: portal.id, detail: outcome.detail }, 'looking up a guest in a directory failed');
      return { decision: 'refused', ...wordsOf[outcome.refused] };
    }
    const { providerId, person } = outcome;
    const proven = await this.people.accountOf(context, portal, providerId, person, station);
    return proven ?? { decision: 'refused', field: null, reason: 'not_allowed' };
  }
}

const wordsOf = {
  wrong: { field: 'password', reason: 'wrong_password' },
  expired: { field: 'password', reason: 'password_expired' },
  not_offered: { field: 'password', reason: 'wrong_password' },
  unavailable: { field: null, reason: 'provider_unavailable' },
} as const satisfies Record<string, { readonly field: string | null; readonly reason: GuestRefusalReason }>;
