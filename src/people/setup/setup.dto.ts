import { ApiProperty } from '@nestjs/swagger';
import { LinksDto } from '../../http/hal/hal.dto.js';
import { setupSteps } from './setup.js';

export class SetupPointDto {
  /**
   * `network`: one exists. `access_point`: one has asked RADIUS. `connection`: one has delivered people. `time_zone`:
   * the organization's is said; UTC is nobody's choice. `person_online`: somebody has been online. `portal`: a device
   * has reached one. `mail_server`: one is configured. `second_operator`: two people can sign in.
   */
  @ApiProperty({ enum: setupSteps })
  step: string;
  /** Whether this step is done. */
  done: boolean;
  /**
   * Whether `complete` waits for it; false for a portal while the organization has none, and for its time zone while no
   * connection has another.
   */
  needed: boolean;
}

/** Taken from the data, not from boxes that somebody ticked. */
export class SetupDto extends LinksDto {
  /** All needed steps are done, of those in `points`. */
  complete: boolean;
  /** In the recommended order; only steps whose data the caller may read. */
  @ApiProperty({ type: [SetupPointDto] })
  points: SetupPointDto[];
  /** Steps whose data the caller may not read: `complete` says nothing of them. */
  @ApiProperty({ enum: setupSteps, isArray: true })
  hidden_steps: string[];
}
