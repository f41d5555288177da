import { Injectable } from '@nestjs/common';
import { vendorRules } from '../../console/gateways/gateway.js';
import { GatewaysService, type OpenedGateway } from '../../console/gateways/gateways.service.js';
import { NetworksService } from '../../console/networks/networks.service.js';
import type { Context } from '../../kernel/context.js';

/** One step of a test: what was found, and what to do where that is not enough. */
export interface GatewayCheck {
  readonly name: 'portal' | 'login_hosts' | 'secrets' | 'radius_clients' | 'last_arrival';
  readonly ok: boolean;
  readonly detail: string;
  readonly remedy: string | null;
}

/** Makes that ask no RADIUS server. */
const withoutRadius: readonly string[] = ['opennds'];

/** Whether a gateway would let guests in, as far as that can be known without one. Asks nobody outside. */
@Injectable()
export class GatewayChecks {
  constructor(
    private readonly gateways: GatewaysService,
    private readonly networks: NetworksService,
  ) {}

  async check(context: Context, id: string): Promise<GatewayCheck[]> {
    const opened = await this.gateways.opened(context, id);
    const { gateway } = opened;
    const { name, captivePortalId, clients } = await this.networks.read(context, gateway.networkId);
    return [
      this.portal(gateway.captivePortalId ?? captivePortalId, name),
      hosts(opened),
      sharedWords(opened),
      ...(withoutRadius.includes(gateway.vendor) ? [] : [radiusClients(clients.length, name)]),
      lastArrival(opened),
    ];
  }

  private portal(portalId: string | null, network: string): GatewayCheck {
    return portalId
      ? found('portal', 'guests see a captive portal')
      : lacking('portal', `the network ${network} has no captive portal`, 'set network_id of a captive portal to it');
  }
}

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
  if (vendor !== 'coova') return lacking('secrets', `${known.join(', ')} is not set`, `set it as it is on the gateway`);
  return found(
    'secrets',
    'no uamsecret: right only where the gateway has none, and neighbours on the air can read one-time passwords then',
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
