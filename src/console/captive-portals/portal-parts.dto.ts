import { ApiProperty } from '@nestjs/swagger';
import { Field, OneOfField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { colour } from './portal-fields.js';

/** Absent parts have the portal's default look. */
export class PortalThemeDto {
  /** Heading of the page. */
  @TextField(200, { required: false, example: 'Welcome to the Lindenhof' })
  title?: string;

  /** Colour of buttons, as #rrggbb. One that is too light for a white page is refused. */
  @Field(colour, { required: false, pattern: '^#[0-9a-fA-F]{6}$', example: '#1a73e8' })
  colour?: string;
}

/** The hotel's own texts in one language. Absent ones are the same on every portal. */
export class PortalTextsDto {
  /** Heading of the page, instead of the theme's title. */
  @TextField(200, { required: false, example: 'Welcome to the Lindenhof' })
  title?: string;

  /** Shown below the heading. */
  @TextField(1000, { required: false, example: 'Your room number and surname open the Wi-Fi.' })
  intro?: string;

  /** Shown once a guest is online. */
  @TextField(1000, { required: false, example: 'Breakfast is from 7 to 10.' })
  success?: string;
}

export class PortalTermsDto {
  /** Version of the terms that a guest agrees to. */
  @ApiProperty({ maxLength: 64, example: '2026-05' })
  version: string;
  /** The terms by language. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { en: 'Be kind to each other.' },
  })
  texts: Record<string, string>;
}

/** Rules for signing in by room and surname. */
export class RoomRulesDto {
  /**
   * When the guest is also asked for the day of departure or the booking number: to tell two guests apart, always, or
   * never. Always asked while somebody is guessing rooms and names.
   */
  @OneOfField(['ambiguous', 'always', 'never'], { required: false, example: 'ambiguous' })
  third_fact?: string;

  /**
   * `main_account`: who shares a room and has no account of their own gets in by the room's: a guest of the booking by
   * name, anybody else by the number of the booking. `own_name`, as when absent: only those who have one.
   */
  @OneOfField(['own_name', 'main_account'], { required: false, example: 'own_name' })
  sharers?: string;

  /** Failures within 15 minutes that lock a room. 10 if absent. */
  @WholeNumberField(3, 100, { required: false, example: 10 })
  attempts?: number;

  /** Minutes that it stays locked. 15 if absent. */
  @WholeNumberField(1, 1_440, { required: false, example: 15 })
  lock_minutes?: number;
}
