import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../kernel/at-most.js';
import type { OpenedGateway } from '../../../console/gateways/gateways.service.js';
import type { Context } from '../../../kernel/context.js';
import { macDigits, macWithColons } from '../../../kernel/mac-address.js';
import type { GatewayAdmission, GatewayArrival, NextStep } from '../contract/gateway.js';
import { ControllerProblem } from './client/controller.js';
import type { Standing } from './controller-admissions.js';
import { Controllers } from './controllers.js';

/** Lets guests in at controllers that ask RADIUS with the guest's name and one-time password. */
@Injectable()
export class CredentialAdmissions {
  /** Decrypted addresses by gateway: the same guest comes many times. */
  private readonly macs = new LRUCache<string, string>(atMost(10_000));

  constructor(private readonly controllers: Controllers) {}

  /** The device, if the redirect encrypts its address. The page opens even if the controller does not answer. */
  async named(context: Context, opened: OpenedGateway, arrival: GatewayArrival): Promise<GatewayArrival> {
    const { client_mac: said = '' } = arrival.values;
    if (arrival.clientMac !== null || !/^ENC[0-9a-f]{16,200}$/i.test(said)) return arrival;
    const key = `${context.organizationId}/${opened.gateway.id}/${opened.gateway.revision}/${said}`;
    const known = this.macs.get(key) ?? (await this.decrypted(context, opened, said));
    if (known === undefined) return arrival;
    this.macs.set(key, known);
    return { ...arrival, clientMac: known };
  }

  async admit(
    context: Context,
    opened: OpenedGateway,
    arrival: GatewayArrival,
    admission: GatewayAdmission,
  ): Promise<NextStep> {
    if (admission.mac === null) return { kind: 'refused', reason: 'the redirect does not name the device' };
    try {
      const outcome = await this.controllers.askWithCredential(context, opened, (each) =>
        each.login(arrival.values, admission),
      );
      switch (outcome) {
        case 'in':
        case 'pending':
          return { kind: 'wait' };
        case 'refused':
          return { kind: 'refused', reason: 'the controller’s RADIUS server refused the guest', is: 'refused' };
        case 'unknown':
          return { kind: 'refused', reason: 'the controller does not know the device', is: 'stale' };
      }
    } catch (error) {
      return { kind: 'refused', reason: messageOf(error) };
    }
  }

  async standing(context: Context, opened: OpenedGateway, arrival: GatewayArrival): Promise<Standing> {
    try {
      const outcome = await this.controllers.askWithCredential(context, opened, (each) =>
        each.standing(arrival.values),
      );
      if (outcome === 'in') return { is: 'in' };
      if (outcome === 'pending') return { is: 'waiting' };
      return { is: 'over' };
    } catch (error) {
      const reason = messageOf(error);
      return error instanceof ControllerProblem && error.isPassing ? { is: 'waiting' } : { is: 'refused', reason };
    }
  }

  private async decrypted(context: Context, opened: OpenedGateway, said: string): Promise<string | undefined> {
    try {
      const text = await this.controllers.askWithCredential(context, opened, (each) => each.macOf(said));
      const digits = text === null ? undefined : macDigits(text);
      return digits && macWithColons(digits);
    } catch (error) {
      messageOf(error);
      return undefined;
    }
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ControllerProblem) return error.message;
  throw error;
}
