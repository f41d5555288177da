import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../console/events/events.js';
import { radiusEvent } from '../../../console/events/radius-event.js';
import {
  GatewaysService,
  type OpenedController,
  type OpenedGateway,
} from '../../../console/gateways/gateways.service.js';
import {
  type ControllerEnding,
  type ControllerSession,
  SessionControllers,
} from '../../../console/sessions/session-controllers.js';
import { replyDigest, speedIn } from '../../../console/sessions/reply-digest.js';
import { SessionEnder } from '../../../console/sessions/session-ender.js';
import { SessionReplies } from '../../../console/sessions/session-replies.js';
import type { GroupPolicy } from '../../../console/user-groups/group-policy.js';
import { Database } from '../../../database/database.js';
import { Clock, earliest, type Instant, laterBy, secondsBetween } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Ids } from '../../../kernel/ids.js';
import { macDigits, macWithColons } from '../../../kernel/mac-address.js';
import type { GatewayAdmission, GatewayArrival, NextStep } from '../contract/gateway.js';
import { AccountDevicesRepository } from '../first-use/account-devices.repository.js';
import { FirstUseRepository } from '../first-use/first-use.repository.js';
import { type AdmissionTerms, type ControlledDevice, ControllerProblem } from './client/controller.js';
import { type Admitted, ControllerSessionsRepository } from './controller-sessions.repository.js';
import { Controllers } from './controllers.js';

/** A guest whose account has no end comes by the portal again after so long. */
const longestSeconds = 30 * 86_400;

/** Whether the controller lets the device in by now. `refused`: it never will; `reason` is for the operator. */
export type Standing = { readonly is: 'in' | 'waiting' | 'over' } | { readonly is: 'refused'; readonly reason: string };

/**
 * Lets guests in by asking a controller. The session is written down before the controller is asked: what takes access
 * away finds it, whatever happens in between.
 */
@Injectable()
export class ControllerAdmissions implements OnModuleInit {
  constructor(
    private readonly rows: ControllerSessionsRepository,
    private readonly firstUse: FirstUseRepository,
    private readonly devices: AccountDevicesRepository,
    private readonly controllers: Controllers,
    private readonly gateways: GatewaysService,
    private readonly sessions: SessionControllers,
    private readonly ender: SessionEnder,
    private readonly replies: SessionReplies,
    private readonly events: Events,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  onModuleInit(): void {
    this.sessions.use(
      (context, sessionId, session) => this.end(context, sessionId, session),
      (context, sessionId, until) => this.admitAnew(context, sessionId, until),
    );
  }

  async admit(
    context: Context,
    opened: OpenedGateway,
    arrival: GatewayArrival,
    admission: GatewayAdmission,
  ): Promise<NextStep> {
    const mac = arrival.clientMac === null ? undefined : macDigits(arrival.clientMac);
    if (mac === undefined) return { kind: 'refused', reason: 'the redirect does not name the device' };
    const begun = await this.begin(context, opened, { mac, arrival: arrival.values }, admission.registrationId);
    if (begun === 'full') return { kind: 'refused', reason: 'the account has as many devices as it may', is: 'in_use' };
    if (!begun) return { kind: 'refused', reason: 'the registration was deleted, or the gateway changed meanwhile' };
    const standing = await this.ask(context, opened, begun);
    return standing.is === 'refused' ? { kind: 'refused', reason: standing.reason } : { kind: 'wait' };
  }

  /** For the page that waits. What could not be told before is told now. */
  async standing(context: Context, registrationId: string): Promise<Standing> {
    const session = await this.rows.ofRegistration(context, registrationId);
    if (!session) return { is: 'over' };
    const opened = await this.gateways.opened(context, session.gatewayId).catch(absent);
    if (!opened) return { is: 'over' };
    if (session.askedAt === null) {
      const asked = await this.ask(context, opened, session);
      if (asked.is !== 'in') return asked;
    }
    try {
      const isIn = await this.controllers.ask(context, opened, (each) => each.isAdmitted(deviceOf(session)));
      if (!isIn) return { is: 'waiting' };
    } catch (error) {
      return troubleOf(error);
    }
    await this.confirm(context, session.sessionId);
    return { is: 'in' };
  }

  private begin(
    context: Context,
    opened: OpenedGateway,
    { mac, arrival }: Pick<Admitted, 'mac' | 'arrival'>,
    registrationId: string,
  ): Promise<Admitted | 'full' | undefined> {
    const { gateway } = opened;
    return this.database.transaction(context, async (inside) => {
      await this.rows.hold(inside, gateway.id, mac);
      if (!(await this.rows.keepsGateway(inside, gateway))) return undefined;
      const at = this.clock.instant();
      const known = await this.rows.ofRegistration(inside, registrationId);
      if (!known && (await this.devices.isFull(inside, registrationId, at))) return 'full';
      const untilAt = this.untilAt(await this.firstUse.begin(inside, registrationId, at), at);
      if (known && known.mac === mac && known.gatewayId === gateway.id)
        return this.rows.renew(inside, known, arrival, untilAt);
      const sessionId = this.ids.next();
      const session = { sessionId, startedAt: at, gatewayId: gateway.id, registrationId, mac, arrival, untilAt };
      const begun = await this.rows.insert(inside, session, this.ids.next());
      // The device is let in once, by whom it came last: what ends another account must not put it out.
      for (const { sessionId: id, startedAt } of await this.rows.others(inside, opened, mac, sessionId)) {
        const key = { organizationId: inside.organizationId, sessionId: id, startedAt };
        await this.ender.close(inside, key, 'User-Request');
      }
      return begun;
    });
  }

  /**
   * Asks under a claim: if access is taken away while the controller is being asked, or the process dies, the session
   * is ended again afterwards.
   */
  private async ask(context: Context, opened: OpenedController, session: Admitted): Promise<Standing> {
    // As RADIUS would give it to the same account, at this moment.
    const speed = speedIn(await this.replies.of(context, session));
    try {
      const isKnown = await this.controllers.ask(context, opened, async (each) => {
        const claimedUntilAt = await this.rows.claim(context, session.sessionId, this.clock.instant());
        if (claimedUntilAt === undefined) return false;
        try {
          return await each.admit(deviceOf(session), this.termsOf(session, speed));
        } finally {
          await this.rows.release(context, session.sessionId, claimedUntilAt);
        }
      });
      if (!isKnown) return { is: 'waiting' };
      await this.rows.asked(context, session.sessionId, this.clock.instant(), replyDigest(speed));
      return { is: 'in' };
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.is === 'refused' && session.admittedAt === null) await this.rows.drop(context, session);
      return trouble;
    }
  }

  private async confirm(context: Context, sessionId: string): Promise<void> {
    await this.database.transaction(context, async (inside) => {
      const at = this.clock.instant();
      const facts = await this.rows.admitted(inside, sessionId, at);
      if (facts) await this.events.emit(inside, radiusEvent('device.connected', { ...facts, at }));
    });
  }

  private async end(context: Context, sessionId: string, session: ControllerSession): Promise<ControllerEnding> {
    const { gatewayId, retired, mac } = session;
    const opened = retired
      ? this.gateways.openedRetired(context, gatewayId, retired)
      : await this.gateways.opened(context, gatewayId).catch(absent);
    if (!opened) return 'unanswered';
    try {
      // A device that is being let in at this moment would stay in, so it is put out again afterwards.
      const isAsked = await this.rows.isAsked(context, sessionId, this.clock.instant());
      const isOut = await this.controllers.ask(context, opened, (each) => each.end(deviceOf(session)));
      if (isAsked) return 'pending';
      // Somebody signed in with this device while it was being put out.
      const [newer] = await this.rows.others(context, opened, mac, sessionId);
      if (!newer) return isOut ? 'ended' : 'pending';
      await this.ask(context, opened, newer);
      return 'ended';
    } catch (error) {
      if (error instanceof ControllerProblem) return 'unanswered';
      throw error;
    }
  }

  /** Asks the controller as for a returning guest; this also repeats what it could not be told before. */
  private async admitAnew(context: Context, sessionId: string, until: Instant): Promise<boolean> {
    const session = await this.rows.find(context, sessionId);
    const opened = session && (await this.gateways.opened(context, session.gatewayId).catch(absent));
    if (!session || !opened) return false;
    if (session.askedAt !== null) {
      const asked = { ...session, untilAt: until, admittedAt: session.admittedAt ?? session.askedAt };
      if ((await this.ask(context, opened, asked)).is !== 'in') return false;
    }
    await this.rows.prolonged(context, sessionId, until);
    return true;
  }

  private untilAt(until: Instant | null, at: Instant): Instant {
    return earliest(until, laterBy(at, longestSeconds)) ?? at;
  }

  /** Time is rounded up: the session is ended to the second all the same. */
  private termsOf({ untilAt }: Admitted, speed: GroupPolicy): AdmissionTerms {
    return {
      minutes: Math.max(1, Math.ceil(secondsBetween(this.clock.instant(), untilAt) / 60)),
      downKilobits: kilobitsOf(speed.bandwidth_down),
      upKilobits: kilobitsOf(speed.bandwidth_up),
    };
  }
}

function deviceOf({ mac, arrival }: Pick<Admitted, 'mac' | 'arrival'>): ControlledDevice {
  return { mac: macWithColons(mac), arrival };
}

/** 0 would mean no limit. */
function kilobitsOf(bits: number | undefined): number | null {
  return bits === undefined ? null : Math.max(1, Math.floor(bits / 1000));
}

function troubleOf(error: unknown): Standing {
  if (!(error instanceof ControllerProblem)) throw error;
  return error.isPassing ? { is: 'waiting' } : { is: 'refused', reason: error.message };
}

function absent(error: unknown): undefined {
  if (error instanceof Problem && error.kind === 'not_found') return undefined;
  throw error;
}
