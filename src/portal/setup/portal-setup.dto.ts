import { ApiProperty } from '@nestjs/swagger';
import { gatewayVendors } from '../../console/gateways/gateway-vendors.js';
import { settingKinds } from './maker-settings.js';
import { gardenReasons } from './walled-garden.js';

export class WalledGardenEntryDto {
  /** A star stands for any subdomain. */
  @ApiProperty({ example: 'wifi.example.com' })
  host: string;
  /** Why guests need it before they are in. */
  @ApiProperty({ enum: gardenReasons })
  why: string;
  /** The provider's id; null: not a provider's host. */
  name: string | null;
}

export class MakerSettingDto {
  /** The maker's name for it. */
  @ApiProperty({ example: 'uamserver' })
  name: string;
  /** Its kind. `shared_secret`: a secret of your own, the same as in `secrets` of the gateway. */
  @ApiProperty({ enum: settingKinds })
  kind: string;
  /** The value to enter; null: unknown to the portal. */
  @ApiProperty({ nullable: true, type: String, example: 'https://wifi.example.com/p/lindenhof' })
  value: string | null;
}

export class MakeSetupDto {
  /** Make of the gateway. */
  @ApiProperty({ enum: gatewayVendors })
  vendor: string;
  /** Whether this portal has a gateway of this make. */
  used: boolean;
  /** What to enter at the gateway. */
  @ApiProperty({ isArray: true, type: MakerSettingDto })
  settings: readonly MakerSettingDto[];
}

export class PortalSetupDto {
  /** Address to which gateways send guests. Ends with the make if gateways of several makes share the portal. */
  @ApiProperty({ example: 'https://wifi.example.com/p/lindenhof' })
  address: string;
  /** Hosts that guests must reach before they are in. */
  @ApiProperty({ isArray: true, type: WalledGardenEntryDto })
  walled_garden: readonly WalledGardenEntryDto[];
  /** Hosts that they must not reach: phones use them to detect a portal. */
  @ApiProperty({ type: [String], example: ['captive.apple.com'] })
  never: readonly string[];
  /** Every make that can let guests in. */
  @ApiProperty({ isArray: true, type: MakeSetupDto })
  makes: readonly MakeSetupDto[];
}
