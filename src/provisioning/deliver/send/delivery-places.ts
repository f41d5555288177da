import { Injectable } from '@nestjs/common';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import type { NetworkSecurity } from '../../../kernel/wifi-code.js';
import { type Opener, type OpenNetwork, OpenNetworks } from '../../wifi-console/built-in/open-networks.js';
import { type DeliverySettings, noDeliverySettings, resolved } from '../settings/delivery-settings.js';
import { DeliverySettingsRepository } from '../settings/delivery-settings.repository.js';
import { OrganizationDetailsRepository } from './organization-details.repository.js';

/** The house and the network that credentials are for. */
export interface DeliveryPlace {
  readonly name: string;
  readonly timeZone: string | null;
  /** Null: no network has a name, or it may be several. */
  readonly ssid: string | null;
  readonly security: NetworkSecurity;
  readonly passphrase: string | undefined;
  /** What holds for the connection. */
  readonly settings: DeliverySettings;
}

export interface PlaceOf {
  /** Null: no connection made the account. */
  readonly connectionId: string | null;
  /** Null: nothing that opens a network is handed out. */
  readonly opener: Opener | null;
  /** Id of the network that was chosen; absent: none. */
  readonly networkId?: string | null;
}

const nowhere = { ssid: null, security: 'open' } as const;

@Injectable()
export class DeliveryPlaces {
  constructor(
    private readonly settings: DeliverySettingsRepository,
    private readonly houses: OrganizationDetailsRepository,
    private readonly networks: OpenNetworks,
  ) {}

  /**
   * The network that was chosen, else the one that the settings name, else one that `opener` opens, else the eldest.
   * @throws Problem invalid if no network of that id has a name
   */
  async of(context: Context, { connectionId, opener, networkId }: PlaceOf): Promise<DeliveryPlace> {
    const ids = [...(connectionId === null ? [] : [connectionId]), context.organizationId];
    const [house, all] = await Promise.all([this.houses.of(context), this.settings.findMany(context, ids)]);
    const settings = resolved(
      (connectionId === null ? undefined : all.get(connectionId)) ?? noDeliverySettings,
      all.get(context.organizationId) ?? noDeliverySettings,
    );
    const own = networkId ? await this.chosen(context, networkId, settings) : settings.network;
    const network = own ?? (opener === null ? undefined : await this.networks.to(context, opener));
    const { ssid, security } = network === null ? nowhere : (network ?? house);
    const { name, timeZone } = house;
    return { name, timeZone, ssid, security, passphrase: settings.secrets.passphrase, settings };
  }

  /** How it is joined, only the settings know of some. */
  private async chosen(context: Context, id: string, { network: told }: DeliverySettings): Promise<OpenNetwork> {
    const network = await this.networks.chosen(context, id);
    if (!network) throw Problem.invalidField('network', 'There is no network of this id that has an SSID');
    return told?.ssid === network.ssid ? told : network;
  }
}
