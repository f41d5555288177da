import { ApiProperty } from '@nestjs/swagger';
import { gatewayVendors } from '../../console/gateways/gateway.js';
import { settingKinds } from './maker-settings.js';
import { gardenReasons } from './walled-garden.js';

export class WalledGardenEntryDto {
  /** A star stands for any name beneath. */
  @ApiProperty({ example: 'wifi.example.com' })
  host: string;
  /** Why guests need it before they are in. */
  @ApiProperty({ enum: gardenReasons })
  why: string;
  /** Of the provider; null: it is none's. */
  name: string | null;
}

export class MakerSettingDto {
  /** As the maker calls it. */
  @ApiProperty({ example: 'uamserver' })
  name: string;
  /** What it is for. `shared_secret`: a word of your own, the same as in `secrets` of the gateway. */
  @ApiProperty({ enum: settingKinds })
  kind: string;
  /** What to enter; null: the portal does not know it. */
  @ApiProperty({ nullable: true, type: String, example: 'https://wifi.example.com/p/lindenhof' })
  value: string | null;
}

export class MakeSetupDto {
  /** Make of the gateway. */
  @ApiProperty({ enum: gatewayVendors })
  vendor: string;
  /** Whether a gateway of this portal is of this make. */
  used: boolean;
  /** What to enter at the gateway. */
  @ApiProperty({ isArray: true, type: MakerSettingDto })
  settings: readonly MakerSettingDto[];
}

export class PortalSetupDto {
  /** Where gateways send guests. With the make at its end where gateways of several makes share the portal. */
  @ApiProperty({ example: 'https://wifi.example.com/p/lindenhof' })
  address: string;
  /** What guests must reach before they are in. */
  @ApiProperty({ isArray: true, type: WalledGardenEntryDto })
  walled_garden: readonly WalledGardenEntryDto[];
  /** What they must not: phones look there to find out that there is a portal. */
  @ApiProperty({ type: [String], example: ['captive.apple.com'] })
  never: readonly string[];
  /** Every make that can let guests in. */
  @ApiProperty({ isArray: true, type: MakeSetupDto })
  makes: readonly MakeSetupDto[];
}
