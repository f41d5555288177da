import { ApiProperty } from '@nestjs/swagger';
import { LinksDto } from '../../http/hal/hal.dto.js';

class CardNetworkDto {
  id: string;
  /** The name that devices see. */
  @ApiProperty({ example: 'Hotel Lindenhof' })
  ssid: string;
}

export class CardNetworksDto extends LinksDto {
  /** Those that have an SSID, eldest first. */
  networks: CardNetworkDto[];
}
