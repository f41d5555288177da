import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { DepartedAddresses } from '../../console/departed/departed-addresses.js';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { macDigits } from '../../kernel/mac-address.js';
import { Secrets } from '../../kernel/secrets.js';
import type { Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import type { GatewayArrival } from '../gateways/contract/gateway.js';
import { AllowedAccounts } from '../ways/allowed-accounts.js';
import { MadeAccounts } from '../ways/made-accounts.js';
import {
  type AccessRequest,
  type AskedAccess,
  firstAccessSeconds,
  isAnsweredByCode,
  linkSeconds,
  requestMethodOf,
} from './access-request.js';
import { AccessRequestsRepository } from './access-requests.repository.js';
import { NotAllowed, RequestAdmission } from './request-admission.js';
import { RequestSecrets } from './request-secrets.js';
import { type PortalMessageContent, messageContext } from './portal-message.js';

/** The outcome of a guest's request. */
export type Asked =
  | { readonly outcome: 'enter'; readonly registration: Registration; readonly requestId?: string }
  /** The guest gets no access before the answer. */
  | { readonly outcome: 'code' | 'wait'; readonly requestId: string }
  | { readonly outcome: 'busy'; readonly seconds: number }
  | { readonly outcome: 'not_allowed' };

export type CodeVerdict =
  | { readonly outcome: 'enter'; readonly registration: Registration }
  | { readonly outcome: 'wrong' | 'too_many' | 'over' | 'not_allowed' };

/** The text of a message, around its link or code. */
export type Wording = (secret: string, request: AskedAccess) => PortalMessageContent;

/**
 * Access that somebody must confirm: guests their own address, or hosts their guest. Request, account, registration
 * and message are one transaction, so any surviving process keeps what the page promised.
 */
@Injectable()
export class AccessRequests {
  constructor(
    private readonly rows: AccessRequestsRepository,
    private readonly made: MadeAccounts,
    private readonly accounts: AllowedAccounts,
    private readonly registrations: Registrations,
    private readonly admission: RequestAdmission,
    private readonly requestSecrets: RequestSecrets,
    private readonly departed: DepartedAddresses,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async ask(
    context: Context,
    portal: CaptivePortal,
    asked: AskedAccess,
    { arrival, language, wording }: { arrival: GatewayArrival; language: string; wording: Wording },
  ): Promise<Asked> {
    const mac = arrival.clientMac === null ? null : (macDigits(arrival.clientMac) ?? null);
    const device = mac ?? arrival.clientAddress;
    const id = this.ids.next();
    const { secret, stored, endsAt } = this.requestSecrets.make(id, asked);
    const request = {
      id,
      captivePortalId: portal.id,
      method: requestMethodOf(asked.askedBy),
      ...asked.guest,
      host: asked.host,
      mac,
      ssid: arrival.ssid,
      accessPoint: arrival.accessPointMac ?? arrival.nasId,
      language,
      consents: asked.consents,
      secret: stored,
      registrationId: null,
      userId: null,
      paymentId: null,
      endsAt,
    };
    try {
      return await this.database.transaction(context, async (inside): Promise<Asked> => {
        await this.rows.hold(inside, portal.id);
        const known = await this.again(inside, portal, request);
        if (known) return known;
        const via = asked.askedBy === 'sms' ? 'sms' : 'email';
        const address = addressOf(asked);
        const seconds = await this.rows.wait(inside, { portalId: portal.id, via, address, device });
        if (seconds !== undefined) return { outcome: 'busy', seconds };
        const until = this.firstUntil(portal, asked);
        const registration =
          until === null ? null : await this.admission.admit(inside, portal, request, { until }, true);
        const { id: registrationId = null, userId = null } = registration ?? {};
        await this.rows.insert(inside, { ...request, registrationId, userId });
        await this.send(
          inside,
          request,
          { via, address, device: device?.slice(0, 64) ?? null },
          wording(secret, asked),
        );
        if (registration) return { outcome: 'enter', registration, requestId: id };
        return { outcome: asked.askedBy === 'sms' ? 'code' : 'wait', requestId: id };
      });
    } catch (error) {
      if (error instanceof NotAllowed) return { outcome: 'not_allowed' };
      throw error;
    }
  }

  /** Sends another code to the same number and invalidates the previous one. */
  sendAgain(
    context: Context,
    portal: CaptivePortal,
    requestId: string,
    wording: Wording,
  ): Promise<Asked | { readonly outcome: 'over' }> {
    return this.database.transaction(context, async (inside) => {
      await this.rows.hold(inside, portal.id);
      const request = await this.rows.lock(inside, portal.id, requestId);
      if (request?.status !== 'pending' || request.phone === null || !isAnsweredByCode(request))
        return { outcome: 'over' };
      const message = { portalId: portal.id, via: 'sms', address: request.phone, device: request.mac } as const;
      const seconds = await this.rows.wait(inside, message);
      if (seconds !== undefined) return { outcome: 'busy', seconds };
      const asked: AskedAccess = { askedBy: 'sms', guest: request, host: null, consents: request.consents };
      const { secret, stored, endsAt } = this.requestSecrets.make(requestId, asked);
      await this.rows.renew(inside, requestId, stored, endsAt);
      await this.send(inside, { ...request, endsAt }, message, wording(secret, asked));
      return { outcome: 'code', requestId };
    });
  }

  /** An attempt counts before it is checked, whatever its outcome. */
  async tryCode(context: Context, portal: CaptivePortal, requestId: string, code: string): Promise<CodeVerdict> {
    try {
      return await this.database.transaction(context, async (inside): Promise<CodeVerdict> => {
        const request = await this.rows.lock(inside, portal.id, requestId);
        if (!request || !isAnsweredByCode(request) || request.endsAt <= this.clock.instant())
          return { outcome: 'over' };
        if (!(await this.rows.countTry(inside, requestId))) return { outcome: 'too_many' };
        const isRight = this.requestSecrets.isCode(request, code);
        if (!isRight) return { outcome: 'wrong' };
        // The button was pressed twice.
        if (request.status === 'confirmed') return this.entered(inside, request);
        const confirmation = { until: this.made.endOf(portal), isConfirmed: true };
        const registration = await this.admission.admit(inside, portal, request, confirmation, true);
        const { id: registrationId, userId } = registration;
        await this.rows.decide(inside, requestId, 'confirmed', { registrationId, userId });
        return { outcome: 'enter', registration };
      });
    } catch (error) {
      if (error instanceof NotAllowed) return { outcome: 'not_allowed' };
      throw error;
    }
  }

  find(context: Context, portal: CaptivePortal, requestId: string): Promise<AccessRequest | undefined> {
    return this.rows.find(context, portal.id, requestId);
  }

  /** Whether this host may still be asked: not somebody who has left. */
  async mayApprove(context: Context, host: string): Promise<boolean> {
    return !(await this.departed.hasLeft(context, host));
  }

  /** The state of a request; `over`: nobody answered in time, or the host has left and cannot answer any more. */
  async verdictOn(
    context: Context,
    { status, host, endsAt }: AccessRequest,
  ): Promise<AccessRequest['status'] | 'over'> {
    if (status !== 'pending') return status;
    if (endsAt <= this.clock.instant()) return 'over';
    return host === null || (await this.mayApprove(context, host)) ? status : 'over';
  }

  registrationOf(context: Context, { registrationId }: AccessRequest): Promise<Registration | undefined> {
    return registrationId === null ? Promise.resolve(undefined) : this.registrations.find(context, registrationId);
  }

  /** A device that asked the same person before is admitted, or keeps waiting, without another message. */
  private async again(
    inside: Context,
    portal: CaptivePortal,
    request: Pick<AccessRequest, 'captivePortalId' | 'mac' | 'method' | 'host' | 'email' | 'phone' | 'ssid'>,
  ): Promise<Asked | undefined> {
    const paid = await this.paidOn(inside, portal, request);
    if (paid) return { outcome: 'enter', registration: paid };
    const since = laterBy(this.clock.instant(), -(portal.durationSeconds ?? linkSeconds) - linkSeconds);
    const before = await this.rows.before(inside, request, since);
    if (!before || before.status === 'refused') return undefined;
    const registration = await this.registrationOf(inside, before);
    const isIn = registration?.endedAt === null && registration.userId !== null;
    if (isIn) {
      const account = await this.accounts.ofUser(inside, registration.userId ?? '', request);
      if (account.isAllowed) return { outcome: 'enter', registration, requestId: before.id };
    }
    const isWaitedFor = before.status === 'pending' && before.endsAt > this.clock.instant();
    return isWaitedFor && before.host !== null ? { outcome: 'wait', requestId: before.id } : undefined;
  }

  /** What this device paid for, for the same person, lasts longer than the free access that came before it. */
  private async paidOn(
    inside: Context,
    portal: CaptivePortal,
    request: Pick<AccessRequest, 'mac' | 'ssid' | 'method' | 'host' | 'email' | 'phone'>,
  ): Promise<Registration | undefined> {
    const { mac, method, host, email, phone } = request;
    const before = mac === null ? undefined : await this.registrations.ofDevice(inside, portal.id, mac);
    if (!before || before.paidBy === null || before.userId === null) return undefined;
    const isSame = before.method === method && before.email === email && before.phone === phone;
    if (!isSame || before.approvedBy !== host) return undefined;
    return (await this.accounts.ofUser(inside, before.userId, request)).isAllowed ? before : undefined;
  }

  private async entered(inside: Context, request: AccessRequest): Promise<CodeVerdict> {
    const registration = await this.registrationOf(inside, request);
    return registration?.endedAt === null ? { outcome: 'enter', registration } : { outcome: 'over' };
  }

  /** How long a guest has access before anybody answers; null: not at all. */
  private firstUntil(portal: CaptivePortal, { askedBy }: AskedAccess): Instant | null {
    const seconds = { sms: 0, email: firstAccessSeconds, host: (portal.approval.minutes ?? 0) * 60 }[askedBy];
    if (seconds === 0) return null;
    const [end, first] = [this.made.endOf(portal), laterBy(this.clock.instant(), seconds)];
    return end < first ? end : first;
  }

  private async send(
    inside: Context,
    { id: requestId, captivePortalId, endsAt }: Pick<AccessRequest, 'id' | 'captivePortalId' | 'endsAt'>,
    to: { readonly via: 'email' | 'sms'; readonly address: string; readonly device: string | null },
    content: PortalMessageContent,
  ): Promise<void> {
    const id = this.ids.next();
    const sealed = this.secrets.seal(JSON.stringify(content), messageContext(id));
    const { via, address, device } = to;
    await this.rows.send(inside, { id, portalId: captivePortalId, requestId, via, address, device, sealed, endsAt });
  }
}

function addressOf({ askedBy, guest, host }: AskedAccess): string {
  return { email: guest.email, sms: guest.phone, host }[askedBy] ?? '';
}
