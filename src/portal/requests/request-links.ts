import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { Database } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import { MadeAccounts } from '../ways/made-accounts.js';
import type { AccessRequest } from './access-request.js';
import { AccessRequests } from './access-requests.js';
import { AccessRequestsRepository } from './access-requests.repository.js';
import { RequestAdmission } from './request-admission.js';
import { linkDigestOf } from './request-secrets.js';

export type LinkVerdict =
  | { readonly outcome: 'pending'; readonly request: AccessRequest }
  | { readonly outcome: 'confirmed' | 'refused'; readonly request: AccessRequest; readonly until: Instant | null }
  /** The link was used before; this is what it decided. */
  | { readonly outcome: 'used'; readonly request: AccessRequest }
  | { readonly outcome: 'over' | 'unknown' };

/** The links in e-mails with which guests and hosts answer a request. */
@Injectable()
export class RequestLinks {
  constructor(
    private readonly rows: AccessRequestsRepository,
    private readonly made: MadeAccounts,
    private readonly registrations: Registrations,
    private readonly admission: RequestAdmission,
    private readonly requests: AccessRequests,
    private readonly database: Database,
  ) {}

  /** The request of a link. Changes nothing, because mail scanners follow links. */
  async look(context: Context, portal: CaptivePortal, link: string): Promise<LinkVerdict> {
    return this.stateOf(context, await this.rows.findBySecret(context, portal.id, linkDigestOf(link)));
  }

  /** Works once; opening the link again says so. */
  answer(context: Context, portal: CaptivePortal, link: string, answer: 'confirmed' | 'refused'): Promise<LinkVerdict> {
    return this.database.transaction(context, async (inside): Promise<LinkVerdict> => {
      const state = await this.stateOf(inside, await this.rows.lockBySecret(inside, portal.id, linkDigestOf(link)));
      if (state.outcome !== 'pending') return state;
      const { request } = state;
      if (answer === 'refused') {
        await this.rows.decide(inside, request.id, 'refused', request);
        const { registrationId: id } = request;
        if (id !== null) await this.registrations.endOwn(inside, { id }, 'host');
        return { outcome: 'refused', request, until: null };
      }
      const registration = await this.allow(inside, portal, request);
      const { id: registrationId = request.registrationId, userId = request.userId } = registration ?? {};
      await this.rows.decide(inside, request.id, 'confirmed', { registrationId, userId });
      return { outcome: 'confirmed', request, until: registration?.until ?? null };
    });
  }

  /** Undefined: an operator or the guest has ended the registration. */
  private async allow(
    inside: Context,
    portal: CaptivePortal,
    request: AccessRequest,
  ): Promise<Registration | undefined> {
    const { host, registrationId, userId } = request;
    const until = this.made.endOf(portal);
    const confirmation = { until, ...(host === null ? { isConfirmed: true } : { approvedBy: host }) };
    if (registrationId === null || userId === null)
      return this.admission.admit(inside, portal, request, confirmation, false);
    const registration = await this.registrations.confirm(inside, registrationId, confirmation);
    if (!registration) return undefined;
    if (!(await this.made.prolong(inside, userId, until))) return undefined;
    return registration;
  }

  private async stateOf(context: Context, request: AccessRequest | undefined): Promise<LinkVerdict> {
    if (!request) return { outcome: 'unknown' };
    const verdict = await this.requests.verdictOn(context, request);
    if (verdict === 'over') return { outcome: 'over' };
    return { outcome: verdict === 'pending' ? 'pending' : 'used', request };
  }
}
