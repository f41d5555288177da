import { isTimeZone } from 'class-validator';
import { Field, NumericFlagField, OneOfField, WholeNumberField } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { LinksDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';

import { consoleLanguages, densities, type Preferences, themes } from './preferences.repository.js';

@BodyExample({ language: 'de', theme: 'dark' })
export class PreferencesChangeDto {
  /** Language of the console; null: the browser's. */
  @OneOfField(consoleLanguages, { nullable: true, example: 'de' })
  language?: string | null;

  /** IANA name of the operator's own time zone, shown beside the site's; null: as the browser says. */
  @Field(timeZone, { nullable: true, type: String, example: 'Europe/Vienna' })
  time_zone?: string | null;

  /** `system`: as the device is set. */
  @OneOfField(themes, { required: false, example: 'dark' })
  theme?: string;

  /** Line spacing. */
  @OneOfField(densities, { required: false, example: 'compact' })
  density?: string;

  /** 0: single keys do nothing, for people who use speech input (WCAG 2.1.4). */
  @NumericFlagField({ required: false, example: 1 })
  shortcuts?: number;

  /** After how many minutes without use the desk locks itself. */
  @WholeNumberField(1, 60, { required: false, example: 5 })
  desk_lock_minutes?: number;
}

export class PreferencesDto extends LinksDto {
  /** Null: as the browser says. */
  language: string | null;
  /** Null: as the browser says. */
  time_zone: string | null;
  /** system, light, dark or contrast. */
  theme: string;
  /** comfortable or compact. */
  density: string;
  /** 1: single keys are shortcuts. */
  shortcuts: number;
  /** After how many minutes without use the desk locks itself. */
  desk_lock_minutes: number;
}

export function preferencesDto(preferences: Preferences): Omit<PreferencesDto, '_links'> {
  const { language, timeZone: zone, theme, density, shortcuts, deskLockMinutes } = preferences;
  return {
    language,
    time_zone: zone,
    theme,
    density,
    shortcuts: Number(shortcuts),
    desk_lock_minutes: deskLockMinutes,
  };
}

function timeZone(value: unknown): unknown {
  return isTimeZone(value) ? value : new Wrong('must be an IANA time zone such as Europe/Vienna');
}
