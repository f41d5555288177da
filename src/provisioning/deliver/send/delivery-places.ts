import { Injectable } from '@nestjs/common';
import type { Context } from '../../../kernel/context.js';
import type { NetworkSecurity } from '../../../kernel/wifi-code.js';
import { noDeliverySettings, resolved } from '../settings/delivery-settings.js';
import { DeliverySettingsRepository } from '../settings/delivery-settings.repository.js';
import { OrganizationDetailsRepository } from './organization-details.repository.js';

/** The house and the network that credentials are for. */
export interface DeliveryPlace {
  readonly name: string;
  readonly timeZone: string | null;
  /** Null: no network has a name. */
  readonly ssid: string | null;
  readonly security: NetworkSecurity;
  readonly passphrase: string | undefined;
  /** The settings name the network; else it is the house's eldest. */
  readonly isNamed: boolean;
}

@Injectable()
export class DeliveryPlaces {
  constructor(
    private readonly settings: DeliverySettingsRepository,
    private readonly houses: OrganizationDetailsRepository,
  ) {}

  /** Null: no connection made the account. */
  async of(context: Context, connectionId: string | null): Promise<DeliveryPlace> {
    const ids = [...(connectionId === null ? [] : [connectionId]), context.organizationId];
    const [house, settings] = await Promise.all([this.houses.of(context), this.settings.findMany(context, ids)]);
    const ofHouse = settings.get(context.organizationId) ?? noDeliverySettings;
    const { network, secrets } = resolved(
      (connectionId === null ? undefined : settings.get(connectionId)) ?? noDeliverySettings,
      ofHouse,
    );
    const { ssid, security } = network ?? house;
    const isNamed = Boolean(network);
    return { name: house.name, timeZone: house.timeZone, ssid, security, passphrase: secrets.passphrase, isNamed };
  }
}
