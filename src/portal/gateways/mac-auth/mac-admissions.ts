import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Gateway } from '../../../console/gateways/gateway.js';
import { RadiusSecrets } from '../../../console/passwords/radius-secrets.js';
import { nasAddressOf } from '../../../console/sessions/session-check.js';
import { reauthenticationOrder } from '../../../console/sessions/session-request.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { macDigits } from '../../../kernel/mac-address.js';
import { sameSecret, Secrets } from '../../../kernel/secrets.js';
import { type DisconnectAnswer, Disconnects, type DisconnectTarget } from '../../../radius/disconnect/disconnects.js';
import type { GatewayAdmission, GatewayArrival, NextStep } from '../contract/gateway.js';
import { ControllerProblem } from '../controllers/client/controller.js';
import type { Standing } from '../controllers/controller-admissions.js';
import { ControllerTroubles } from '../controllers/controller-troubles.js';
import { AccountDevicesRepository } from '../first-use/account-devices.repository.js';
import { MacAdmissionsRepository, type WaitingDevice } from './mac-admissions.repository.js';

/** Why the guest is not let in, for the operator. */
interface Refusal {
  readonly code: 'settings_invalid' | 'unreachable';
  readonly message: string;
}

/**
 * Lets guests in at gateways that know them by device address. RADIUS has let the device in to the portal only
 * (radius.portal_device). Once it is registered, the access point is told to ask again (Cisco) or given the device's
 * role (Aruba). If it refuses or does not answer, it is told to end the session: the device joins again, and RADIUS
 * knows it by then.
 */
@Injectable()
export class MacAdmissions {
  private readonly proofKeys: readonly string[];
  private readonly telling = new Map<string, Promise<Refusal | undefined>>();

  constructor(
    secrets: Secrets,
    private readonly rows: MacAdmissionsRepository,
    private readonly devices: AccountDevicesRepository,
    private readonly database: Database,
    private readonly disconnects: Disconnects,
    private readonly troubles: ControllerTroubles,
    private readonly radiusSecrets: RadiusSecrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {
    this.proofKeys = secrets.derivedKeys('radius-proof').map((key) => key.toString('hex'));
  }

  async admit(
    context: Context,
    gateway: Gateway,
    arrival: GatewayArrival,
    { registrationId, username }: GatewayAdmission,
  ): Promise<NextStep> {
    const mac = arrival.clientMac === null ? undefined : macDigits(arrival.clientMac);
    if (mac === undefined) return { kind: 'refused', reason: 'the redirect does not name the device' };
    if (gateway.vendor === 'cisco-cwa' && !this.isProven(gateway, mac, arrival.values.proof))
      return { kind: 'refused', reason: 'the redirect was not made by RADIUS for this device', is: 'stale' };
    const device = await this.rows.waiting(context, mac, gateway.networkId, this.clock.instant());
    if (!device) return { kind: 'refused', reason: 'no access point of the network has asked RADIUS about the device' };
    // RADIUS would send the device back to the page, which would not say why.
    const isFull = await this.database.transaction(context, (inside) =>
      this.devices.isFull(inside, registrationId, this.clock.instant()),
    );
    if (isFull) return { kind: 'refused', reason: 'the account has as many devices as it may', is: 'in_use' };
    const refusal = await this.toldOnce(context, gateway, device, mac, registrationId);
    if (refusal === undefined) {
      await this.troubles.over(context, gateway);
      return { kind: 'wait' };
    }
    const { code, message: reason } = refusal;
    await this.rows.noteRefusal(context, device, { username, mac, detail: reason });
    await this.troubles.arose(context, gateway, new ControllerProblem(code, reason));
    return { kind: 'refused', reason, isPassing: true };
  }

  async standing(context: Context, { networkId }: Gateway, registrationId: string): Promise<Standing> {
    const found = await this.rows.standing(context, registrationId, networkId, this.clock.instant());
    if (!found || found.isOver) return { is: 'over' };
    return { is: found.isIn ? 'in' : 'waiting' };
  }

  /** Guests press the button again while the access point is being told. */
  private toldOnce(
    context: Context,
    gateway: Gateway,
    device: WaitingDevice,
    mac: string,
    registrationId: string,
  ): Promise<Refusal | undefined> {
    const key = `${registrationId} ${mac}`;
    const telling =
      this.telling.get(key) ??
      this.tell(context, gateway, device, mac, registrationId).finally(() => this.telling.delete(key));
    this.telling.set(key, telling);
    return telling;
  }

  /** Undefined: the access point has acknowledged it. */
  private async tell(
    context: Context,
    { macAuth, vendor }: Gateway,
    device: WaitingDevice,
    mac: string,
    registrationId: string,
  ): Promise<Refusal | undefined> {
    const target = this.targetOf(device, mac);
    if (!target) return { code: 'settings_invalid', message: `${device.accessPoint} has no address to be told at` };
    // A device that is in has the role already: what else another account gets, it hears as it joins anew.
    const isLed = device.session?.kind === 'guest';
    const order =
      vendor === 'cisco-cwa'
        ? reauthenticationOrder('cisco')
        : isLed && { attribute: 'Aruba-User-Role', value: macAuth?.role ?? '' };
    const heard: string[] = [];
    let changed: DisconnectAnswer['outcome'] | undefined;
    if (order) {
      // Its session goes on, and accounting keeps reporting RADIUS' first answer.
      if (device.session && vendor === 'aruba-roles')
        await this.rows.relabel(context, device.session, registrationId, this.ids.next());
      const answer = await this.disconnects.change(target, [order]);
      changed = answer.outcome;
      if (changed === 'acknowledged') return undefined;
      heard.push(wordsOf('CoA-Request', answer));
      this.log.warn(
        { organizationId: context.organizationId, outcome: changed, errorCause: answer.errorCause },
        'access point did not accept the CoA-Request that admits a guest; asking it to end the session',
      );
    }
    const ended = await this.disconnects.ask(target);
    if (ended.outcome === 'acknowledged') return undefined;
    heard.push(wordsOf('Disconnect-Request', ended));
    // An unanswered request may have been carried out.
    const isRefused = ended.outcome === 'refused' && changed === 'refused';
    if (device.session && vendor === 'aruba-roles' && isRefused) await this.rows.labelBack(context, device.session);
    const message = `${device.accessPoint} (${target.address}:${target.port}): ${heard.join(', ')}`;
    return { code: ended.outcome === 'refused' ? 'settings_invalid' : 'unreachable', message };
  }

  private targetOf(device: WaitingDevice, mac: string): DisconnectTarget | undefined {
    const address = nasAddressOf({ client: device, nasAddress: device.nasAddress });
    if (!address) return undefined;
    return {
      address,
      port: device.coaPort,
      secret: this.radiusSecrets.open(Buffer.from(device.secretSealed, 'base64')),
      sessionId: device.session?.acctSessionId ?? '',
      username: null,
      callingStationId: (mac.toUpperCase().match(/../g) ?? []).join('-'),
    };
  }

  /** The proof that radius.portal_attributes makes: nobody can register an absent device by typing its address. */
  private isProven({ id }: Gateway, mac: string, proof: string | undefined): boolean {
    return this.proofKeys.some((key) =>
      sameSecret(createHmac('sha256', key).update(`${id} ${mac}`).digest('hex').slice(0, 32), proof ?? ''),
    );
  }
}

function wordsOf(what: string, { outcome, errorCause }: DisconnectAnswer): string {
  return `${what} ${outcome}${errorCause === null ? '' : ` (Error-Cause ${errorCause})`}`;
}
