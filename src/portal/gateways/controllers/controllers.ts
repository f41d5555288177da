import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { OpenedController } from '../../../console/gateways/gateways.service.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { HttpClient } from '../../../kernel/http-client.js';
import { type WifiController, ControllerProblem } from './client/controller.js';
import type { CredentialController } from './client/credential-controller.js';
import { ControllerLine } from './controller-line.js';
import { ControllerTransport } from './client/controller-transport.js';
import { ControllerTroubles } from './controller-troubles.js';
import { Omada } from './omada/omada.js';
import { SmartZone } from './smartzone/smartzone.js';
import { UnifiClassic } from './unifi/unifi-classic.js';
import { UnifiIntegration } from './unifi/unifi-integration.js';

type Made =
  | { readonly kind: 'wifi'; readonly controller: WifiController }
  | { readonly kind: 'credential'; readonly controller: CredentialController };

interface Opened {
  readonly made: Made;
  readonly line: ControllerLine;
}

/** Speaks with the controllers of gateways; of each its session, where it has one, is kept. */
@Injectable()
export class Controllers {
  /** By the record's revision: another address or word is another client. */
  private readonly opened = new LRUCache<string, Opened>({ max: 500 });

  constructor(
    private readonly http: HttpClient,
    private readonly troubles: ControllerTroubles,
    private readonly clock: Clock,
  ) {}

  /** Throws ControllerProblem, after people were told of it; they are told when it works again, too. */
  ask<T>(context: Context, opened: OpenedController, work: (controller: WifiController) => Promise<T>): Promise<T> {
    return this.run(context, opened, (made) => {
      if (made.kind === 'wifi') return work(made.controller);
      throw new ControllerProblem('settings_invalid', 'this controller asks RADIUS whom it lets in');
    });
  }

  /** As `ask`, for a controller that is given a credential. */
  askWithCredential<T>(
    context: Context,
    opened: OpenedController,
    work: (controller: CredentialController) => Promise<T>,
  ): Promise<T> {
    return this.run(context, opened, (made) => {
      if (made.kind === 'credential') return work(made.controller);
      throw new ControllerProblem('settings_invalid', 'this controller asks nobody whom it lets in');
    });
  }

  check(context: Context, opened: OpenedController): Promise<string> {
    return this.run(context, opened, ({ controller }) => controller.check());
  }

  private async run<T>(context: Context, opened: OpenedController, work: (made: Made) => Promise<T>): Promise<T> {
    const { gateway } = opened;
    try {
      const { made, line } = this.of(context, opened);
      const answer = await line.run(() => work(made));
      if (!opened.isRetired) await this.troubles.over(context, gateway);
      return answer;
    } catch (error) {
      if (error instanceof ControllerProblem && !opened.isRetired) await this.troubles.arose(context, gateway, error);
      throw error;
    }
  }

  private of(context: Context, opened: OpenedController): Opened {
    const { id, revision } = opened.gateway;
    const key = `${context.organizationId}/${id}/${revision}`;
    const known = this.opened.get(key);
    if (known) return known;
    const made = { made: this.made(opened), line: new ControllerLine(this.clock) };
    this.opened.set(key, made);
    return made;
  }

  private made({ gateway: { vendor, controller: settings }, words }: OpenedController): Made {
    if (!settings) throw new ControllerProblem('settings_invalid', 'the gateway has no controller');
    const transport = new ControllerTransport(settings, this.http, this.clock);
    switch (vendor) {
      case 'unifi': {
        const site = settings.site ?? 'default';
        const { api_key: apiKey, username, password } = words;
        if (apiKey) return { kind: 'wifi', controller: new UnifiIntegration(transport, apiKey, site) };
        if (username && password)
          return { kind: 'wifi', controller: new UnifiClassic(transport, { username, password }, site) };
        throw new ControllerProblem('settings_invalid', 'the gateway has neither api_key nor username and password');
      }
      case 'omada': {
        const { username: name, password } = words;
        if (name && password)
          return { kind: 'wifi', controller: new Omada(transport, { name, password }, settings, this.clock) };
        throw new ControllerProblem('settings_invalid', 'the gateway has no username and password');
      }
      case 'ruckus-smartzone': {
        const { username, password } = words;
        if (password)
          return {
            kind: 'credential',
            controller: new SmartZone(transport, { password, ...(username ? { username } : {}) }),
          };
        throw new ControllerProblem('settings_invalid', 'the gateway has no password');
      }
      default:
        throw new ControllerProblem('settings_invalid', `${vendor} has no controller`);
    }
  }
}
