import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import { Database } from '../../database/database.js';
import { Chance, readableAlphabet } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { macDigits } from '../../kernel/mac-address.js';
import type { Consent, Registration } from '../admission/registration.js';
import { Registrations } from '../admission/registrations.js';
import type { GatewayArrival } from '../gateways/contract/gateway.js';
import { providerMinutes } from './access-request.js';
import { AccessRequestsRepository } from './access-requests.repository.js';
import { NotAllowed, RequestAdmission } from './request-admission.js';
import { linkDigestOf } from './request-secrets.js';

/** Whoever does not manage to sign in by then needs a person, not more minutes. */
const mostOfDevice = 3;
/** Asked for in an hour. Devices change their addresses as they like. */
const mostOfPortal = 1000;
const codeLength = 8;

/** Access for the way to a provider. `code` ends the short address under which the guest goes on. */
export interface GivenMinutes {
  readonly code: string;
  readonly registration: Registration;
}

export interface BegunMinutes {
  readonly registration: Registration;
  readonly consents: readonly Consent[];
}

interface AskedMinutes {
  readonly language: string;
  readonly consents: readonly Consent[];
  readonly paymentId?: string | null;
}

/** Minutes on the way to a payment page. */
export interface PaymentMinutes {
  readonly paymentId: string;
  readonly registration: Registration;
}

/**
 * A walled garden cannot list every host of a provider, nor the banks behind a payment page, and small windows of
 * phones cannot show all pages. So the device is let in for some minutes by an account of its own; who then comes back
 * from the provider is registered for it.
 *
 * They belong to the page that asked for them, for anybody may write another device's address into a redirect. They
 * count against a device once its gateway let it in by them.
 */
@Injectable()
export class ProviderMinutes {
  constructor(
    private readonly rows: AccessRequestsRepository,
    private readonly admission: RequestAdmission,
    private readonly registrations: Registrations,
    private readonly database: Database,
    private readonly chance: Chance,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Undefined: the portal gives none, the gateway does not tell the device, or it had its share. `paymentId`: of the
   * payment that the guest is on the way to.
   */
  async give(
    context: Context,
    portal: CaptivePortal,
    arrival: GatewayArrival,
    { language, consents, paymentId = null }: AskedMinutes,
  ): Promise<GivenMinutes | undefined> {
    const mac = arrival.clientMac === null ? null : (macDigits(arrival.clientMac) ?? null);
    if (portal.providerMinutes === null || arrival.gatewayId === null || mac === null) return undefined;
    const until = laterBy(this.clock.instant(), portal.providerMinutes * 60);
    const code = this.chance.text(codeLength, readableAlphabet);
    const request = {
      id: this.ids.next(),
      captivePortalId: portal.id,
      method: providerMinutes,
      ...nobodyYet,
      host: null,
      mac,
      ssid: arrival.ssid,
      accessPoint: arrival.accessPointMac ?? arrival.nasId,
      language,
      consents,
      secret: secretOf(code),
      registrationId: null,
      userId: null,
      paymentId,
      endsAt: until,
    } as const;
    try {
      return await this.database.transaction(context, async (inside) => {
        await this.rows.hold(inside, portal.id);
        const { ofDevice, ofPortal } = await this.rows.minutesOf(inside, request);
        if (ofDevice >= mostOfDevice || ofPortal >= mostOfPortal) return undefined;
        const registration = await this.admission.admit(inside, portal, request, { until }, true);
        await this.rows.insert(inside, {
          ...request,
          registrationId: registration.id,
          userId: registration.userId,
        });
        return { code, registration };
      });
    } catch (error) {
      if (error instanceof NotAllowed) return undefined;
      throw error;
    }
  }

  /** Of the short address. Undefined: it was never there, or its time is over. */
  async ofCode(context: Context, portal: CaptivePortal, code: string): Promise<BegunMinutes | undefined> {
    const request = await this.rows.findBySecret(context, portal.id, secretOf(code));
    const isOfSignIn = request?.method === providerMinutes && request.paymentId === null;
    if (!isOfSignIn || request.registrationId === null) return undefined;
    const registration = await this.registrations.find(context, request.registrationId);
    const isOver = registration?.endedAt !== null || request.endsAt <= this.clock.instant();
    return isOver ? undefined : { registration, consents: request.consents };
  }

  /** Of the short address of a payment, also when the minutes are over: what was paid is good all the same. */
  async paymentOf(context: Context, portal: CaptivePortal, code: string): Promise<PaymentMinutes | undefined> {
    const request = await this.rows.findBySecret(context, portal.id, secretOf(code));
    if (request?.method !== providerMinutes || request.paymentId === null) return undefined;
    const registration = await this.registrations.find(context, request.registrationId ?? '');
    return registration && { paymentId: request.paymentId, registration };
  }

  /** The device for which somebody signed in, also when the minutes are over. */
  async find(context: Context, portal: CaptivePortal, registrationId: string): Promise<Registration | undefined> {
    const found = await this.registrations.find(context, registrationId);
    return found?.portalId === portal.id && found.method === providerMinutes ? found : undefined;
  }

  /** They are not needed any more: the gateway asks who the device is. */
  async end(context: Context, registration: Registration): Promise<void> {
    await this.registrations.endOwn(context, registration);
  }
}

const nobodyYet = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  company: null,
} as const;

/** Typed from a screen, so without regard to case. */
function secretOf(code: string): string {
  return linkDigestOf(code.toUpperCase());
}
