import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsName, MayBeAbsent } from '../../../http/body/field-rules.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';

const driftActions = ['report', 'repair', 'accept'];

/** Parts that the connector chosen checks: see GET /connectors/{key}. */
class ConnectionPartsDto {
  /** By the connector's `settings_schema`. In a change: one by one, null takes a value away. */
  @MayBeAbsent()
  @IsObject()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { host: '10.0.0.5', port: 5010, encoding: 'utf-8', time_zone: 'Europe/Vienna', check_out_time: '11:00' },
  })
  settings?: Record<string, unknown>;

  /** Write-only settings; stored sealed, never shown again. */
  @MayBeAbsent()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, writeOnly: true })
  secrets?: Record<string, unknown>;

  /**
   * `{"console": "built-in"}`, or a remote console with base_url, token, organization_id, organization_style,
   * rate_per_minute, bulk.
   */
  @MayBeAbsent()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { console: 'built-in' } })
  target?: Record<string, unknown>;

  /**
   * Cron lines of five fields (`full`, `incremental`, `drift`), in the `time_zone` of the settings, or UTC where there
   * is none; null: never.
   */
  @MayBeAbsent()
  @IsObject()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { full: '17 4 * * *', incremental: '*/10 * * * *' },
  })
  schedule?: Record<string, unknown>;

  /** How facts become access: a preset, and keys beside it that override. Replaced whole. */
  @MayBeAbsent()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { preset: 'hotel' } })
  access?: Record<string, unknown>;

  /**
   * More removals by absence in 24 hours than this, or more staff who are said to have left (`max_endings` 20,
   * `max_endings_percent` 25), are held for approval.
   */
  @MayBeAbsent()
  @IsObject()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { max_removals: 5, max_removals_percent: 10 },
  })
  safety?: Record<string, unknown>;

  /**
   * What a drift run does about accounts that somebody else changed (`changed`) or removed (`missing`): `report`,
   * `repair`, or `accept` them as they are; one word holds for both. At first `report`.
   */
  @MayBeAbsent()
  @ApiPropertyOptional({
    oneOf: [
      { type: 'string', enum: driftActions },
      {
        type: 'object',
        properties: {
          changed: { type: 'string', enum: driftActions },
          missing: { type: 'string', enum: driftActions },
        },
        additionalProperties: false,
      },
    ],
  })
  drift?: unknown;

  /** False: it neither asks nor is heard; access stays as it is. At first true. */
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}

@BodyExample({
  name: 'Hotel Lindenhof front desk',
  connector: 'fias',
  access: { preset: 'hotel' },
  settings: { host: '10.0.0.5', port: 5010, encoding: 'utf-8', time_zone: 'Europe/Vienna', check_out_time: '11:00' },
})
export class ConnectionInputDto extends ConnectionPartsDto {
  /** What people call it. */
  @IsName()
  @ApiProperty({ example: 'Hotel Lindenhof front desk' })
  name: string;

  /** Key of a connector. */
  @IsString()
  @MaxLength(100)
  @ApiProperty({ maxLength: 100, example: 'fias' })
  connector: string;
}

@BodyExample({ name: 'Hotel Lindenhof front desk', safety: { max_removals: 5, max_removals_percent: 10 } })
export class ConnectionChangeDto extends ConnectionPartsDto {
  @MayBeAbsent()
  @IsName()
  name?: string;

  /** Cannot be changed; the same one is accepted. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(100)
  connector?: string;
}

export class SyncInputDto {
  @MayBeAbsent()
  @IsIn(['full', 'incremental', 'drift'])
  @ApiPropertyOptional({ enum: ['full', 'incremental', 'drift'], default: 'full' })
  mode?: 'full' | 'incremental' | 'drift';

  /**
   * Only says what would be done, of a full list also before the connection is enabled; a dry drift run reports
   * whatever the connection's `drift` says.
   */
  @MayBeAbsent()
  @IsBoolean()
  dry_run?: boolean;
}

export class PauseInputDto {
  /** `all`: nothing is applied. `grants`: access is ended but not given. */
  @MayBeAbsent()
  @IsIn(['all', 'grants'])
  @ApiPropertyOptional({ enum: ['all', 'grants'], default: 'all' })
  mode?: 'all' | 'grants';
}

@BodyExample({ limit: 10 })
export class PreviewInputDto {
  /** Records to try, each with `key`, `status` and the facts' snake_case fields; absent: those that are stored. */
  @MayBeAbsent()
  @ApiPropertyOptional({ type: 'array', items: { type: 'object', additionalProperties: true } })
  records?: unknown;

  /** A message as the outside would send it, or answer: a text as it is, an object or a list as its JSON. */
  @IsOptional()
  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }, { type: 'array', items: {} }],
  })
  payload?: unknown;

  /** Settings to try over the saved ones, such as a `mapping`; null takes a value away. Secrets stay as they are. */
  @MayBeAbsent()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  settings?: Record<string, unknown>;

  /** Access to try instead of the saved one. */
  @MayBeAbsent()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  access?: Record<string, unknown>;

  /** Most items to show; 100 where nothing is said. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1000)
  limit?: number;
}
