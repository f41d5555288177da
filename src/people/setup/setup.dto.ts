import { ApiProperty } from '@nestjs/swagger';
import { LinksDto } from '../../http/hal/hal.dto.js';
import { setupSteps } from './setup.js';

export class SetupPointDto {
  /**
   * `network`: there is one. `access_point`: RADIUS heard one. `connection`: one was read, or told of somebody.
   * `person_online`: somebody was. `portal`: a device came to one. `mail_server`: one is set. `second_operator`: two
   * people can sign in.
   */
  @ApiProperty({ enum: setupSteps })
  step: string;
  /** Whether what the service knows says so. */
  done: boolean;
  /** False for a portal while the organization has none: what is complete does not wait for it. */
  needed: boolean;
}

/** From what the service knows, not from what somebody ticked. */
export class SetupDto extends LinksDto {
  /** Every point that is needed is done. */
  complete: boolean;
  /** In the order in which they are best done; those that the caller may read about. */
  @ApiProperty({ type: [SetupPointDto] })
  points: SetupPointDto[];
}
