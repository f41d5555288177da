import { Injectable } from '@nestjs/common';
import { type GatewayVendor, vendorRules } from '../../console/gateways/gateway-vendors.js';
import { GatewaysService, type OpenedGateway } from '../../console/gateways/gateways.service.js';
import { NetworksService } from '../../console/networks/networks.service.js';
import type { Context } from '../../kernel/context.js';
import { ControllerProblem, type ControllerTrouble } from './controllers/client/controller.js';
import { Controllers } from './controllers/controllers.js';

/** One step of a test: the finding, and the remedy if it is not enough. */
export interface GatewayCheck {
  readonly name: 'portal' | 'login_hosts' | 'secrets' | 'controller' | 'radius_clients' | 'last_arrival';
  readonly ok: boolean;
  readonly detail: string;
  readonly remedy: string | null;
}

/** Makes that ask no RADIUS server. */
const withoutRadius: readonly GatewayVendor[] = ['opennds', 'unifi', 'omada'];

/** Whether a gateway would let guests in, as far as that can be known without one. Contacts only its controller. */
@Injectable()
export class GatewayChecks {
  constructor(
    private readonly gateways: GatewaysService,
    private readonly networks: NetworksService,
    private readonly controllers: Controllers,
  ) {}

  async check(context: Context, id: string): Promise<GatewayCheck[]> {
    const opened = await this.gateways.opened(context, id);
    const { gateway } = opened;
    const { name, captivePortalId, clients } = await this.networks.read(context, gateway.networkId);
    return [
      this.portal(gateway.captivePortalId ?? captivePortalId, name),
      ...(gateway.controller || gateway.macAuth ? [] : [hosts(opened)]),
      sharedWords(opened),
      ...(gateway.controller ? [await this.controller(context, opened)] : []),
      ...(withoutRadius.includes(gateway.vendor) ? [] : [radiusClients(clients.length, name)]),
      lastArrival(opened),
    ];
  }

  private async controller(context: Context, opened: OpenedGateway): Promise<GatewayCheck> {
    const url = opened.gateway.controller?.url ?? '';
    try {
      return found('controller', `${url}: ${await this.controllers.check(context, opened)}`);
    } catch (error) {
      if (!(error instanceof ControllerProblem)) throw error;
      return lacking('controller', `${url}: ${error.message}`, remedies[error.code]);
    }
  }

  private portal(portalId: string | null, network: string): GatewayCheck {
    return portalId
      ? found('portal', 'guests see a captive portal')
      : lacking('portal', `the network ${network} has no captive portal`, 'set network_id of a captive portal to it');
  }
}

const remedies: Readonly<Record<ControllerTrouble, string>> = {
  unreachable:
    'let this server reach it: its address and port from here, a firewall, and its certificate ' +
    '(controller.ca_certificate where it is one of its own)',
  rate_limited: 'wait a few minutes',
  credentials_refused: 'set them again (secrets): a local administrator of the controller, without a second factor',
  settings_invalid: 'mend controller or secrets',
  upstream_broken: 'see whether url leads to the controller, and what its own log says',
};

function hosts({ gateway: { loginHosts } }: OpenedGateway): GatewayCheck {
  return loginHosts.length > 0
    ? found('login_hosts', `guests sign in at ${loginHosts.join(', ')}`)
    : lacking(
        'login_hosts',
        'no login host is listed, so nobody can be sent to the gateway',
        'list the address under which the gateway takes its login: GET …/last-arrival shows what it says',
      );
}

function sharedWords({ gateway: { vendor, secretsSet } }: OpenedGateway): GatewayCheck {
  const known: readonly string[] = vendorRules[vendor].secrets;
  if (known.length === 0) return found('secrets', `${vendor} shares no word`);
  if (known.every((name) => secretsSet.includes(name))) return found('secrets', `${known.join(', ')} is set`);
  if (vendor === 'unifi') return unifiWords(secretsSet);
  if (vendor === 'ruckus-smartzone' && secretsSet.includes('password')) return found('secrets', 'password is set');
  if (vendor !== 'coova') return lacking('secrets', `${known.join(', ')} is not set`, `set it as it is on the gateway`);
  return found(
    'secrets',
    'no uamsecret: right only where the gateway has none, and neighbours on the air can read one-time passwords then',
  );
}

function unifiWords(set: readonly string[]): GatewayCheck {
  if (set.includes('api_key')) return found('secrets', 'api_key is set');
  return set.includes('username') && set.includes('password')
    ? found('secrets', 'username and password are set')
    : lacking(
        'secrets',
        'neither api_key nor username and password are set',
        'set api_key (UniFi Network 9.1 and later), or username and password of a local administrator',
      );
}

function radiusClients(count: number, network: string): GatewayCheck {
  return count > 0
    ? found('radius_clients', `the network ${network} has ${count} RADIUS client(s)`)
    : lacking(
        'radius_clients',
        `the network ${network} has no RADIUS client, so the gateway gets no answer`,
        'add the address from which the gateway asks to clients of the network',
      );
}

function lastArrival({ gateway: { lastArrivalAt } }: OpenedGateway): GatewayCheck {
  return lastArrivalAt
    ? found('last_arrival', `it last sent a guest at ${lastArrivalAt}`)
    : lacking(
        'last_arrival',
        'it has sent nobody yet',
        'join the Wi-Fi with a phone; where no page opens, compare the portal address on the gateway',
      );
}

function found(name: GatewayCheck['name'], detail: string): GatewayCheck {
  return { name, ok: true, detail, remedy: null };
}

function lacking(name: GatewayCheck['name'], detail: string, remedy: string): GatewayCheck {
  return { name, ok: false, detail, remedy };
}
