import { Field, OneOfField, TextField, VerbatimField, WholeNumberField } from '../../../http/body/fields.js';
import { readLater, readObject, readTruth } from '../../../http/body/readers.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import { AccessInputDto } from '../../access/access-settings.dto.js';
import { driftActions, SafetyDto, ScheduleDto } from '../../connection/connection-parts.dto.js';

/** Parts that the connector chosen checks: see GET /connectors/{key}. */
class ConnectionPartsDto {
  /** By the connector's `settings_schema`. In a change: one by one, null takes a value away. */
  @Field(readObject, {
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    example: { host: '10.0.0.5', port: 5010, encoding: 'utf-8', time_zone: 'Europe/Vienna', check_out_time: '11:00' },
  })
  settings?: Record<string, unknown>;

  /** Write-only settings; stored sealed, never shown again. */
  @Field(readObject, {
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    writeOnly: true,
  })
  secrets?: Record<string, unknown>;

  /**
   * `{"console": "built-in"}`, or a remote console with base_url, token, organization_id, organization_style,
   * rate_per_minute, bulk.
   */
  @Field(readObject, {
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    example: { console: 'built-in' },
  })
  target?: Record<string, unknown>;

  /**
   * Cron lines of five fields (`full`, `incremental`, `drift`), in the `time_zone` of the settings, or UTC where there
   * is none; null: never.
   */
  @Field(readObject, { required: false, type: ScheduleDto })
  schedule?: ScheduleDto;

  /** How facts become access: a preset, and keys beside it that override. Replaced whole. */
  @Field(readObject, { required: false, type: AccessInputDto })
  access?: AccessInputDto;

  /**
   * More removals by absence in 24 hours than this, or more staff who are said to have left (`max_endings` 20,
   * `max_endings_percent` 25), are held for approval.
   */
  @Field(readObject, { required: false, type: SafetyDto })
  safety?: SafetyDto;

  /**
   * What a drift run does about accounts that somebody else changed (`changed`) or removed (`missing`): `report`,
   * `repair`, or `accept` them as they are; one word holds for both. At first `report`.
   */
  @Field(readLater, {
    required: false,
    oneOf: [
      { type: 'string', enum: [...driftActions] },
      {
        type: 'object',
        properties: {
          changed: { type: 'string', enum: [...driftActions] },
          missing: { type: 'string', enum: [...driftActions] },
        },
        additionalProperties: false,
      },
    ],
  })
  drift?: unknown;

  /** False: it neither asks nor is heard; access stays as it is. At first true. */
  @Field(readTruth, { required: false, type: Boolean })
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
  @TextField(200, { example: 'Hotel Lindenhof front desk' })
  name: string;

  /** Key of a connector. */
  @VerbatimField(100, { minLength: 0, example: 'fias' })
  connector: string;
}

@BodyExample({ name: 'Hotel Lindenhof front desk', safety: { max_removals: 5, max_removals_percent: 10 } })
export class ConnectionChangeDto extends ConnectionPartsDto {
  @TextField(200, { required: false, example: 'Hotel Lindenhof front desk' })
  name?: string;

  /** Cannot be changed; the same one is accepted. */
  @VerbatimField(100, { minLength: 0, required: false })
  connector?: string;
}

export class SyncInputDto {
  @OneOfField(['full', 'incremental', 'drift'], { required: false, default: 'full' })
  mode?: string;

  /**
   * Only says what would be done, of a full list also before the connection is enabled; a dry drift run reports
   * whatever the connection's `drift` says.
   */
  @Field(readTruth, { required: false, type: Boolean })
  dry_run?: boolean;
}

export class PauseInputDto {
  /** `all`: nothing is applied. `grants`: access is ended but not given. */
  @OneOfField(['all', 'grants'], { required: false, default: 'all' })
  mode?: string;
}

@BodyExample({ limit: 10 })
export class PreviewInputDto {
  /** Records to try, each with `key`, `status` and the facts' snake_case fields; absent: those that are stored. */
  @Field(readLater, { required: false, type: 'array', items: { type: 'object', additionalProperties: true } })
  records?: unknown;

  /** A message as the outside would send it, or answer: a text as it is, an object or a list as its JSON. */
  @Field(readLater, {
    required: false,
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }, { type: 'array', items: {} }],
  })
  payload?: unknown;

  /** Settings to try over the saved ones, such as a `mapping`; null takes a value away. Secrets stay as they are. */
  @Field(readObject, {
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
  })
  settings?: Record<string, unknown>;

  /** Access to try instead of the saved one. */
  @Field(readObject, { required: false, type: AccessInputDto })
  access?: AccessInputDto;

  /** Most items to show; 100 where nothing is said. */
  @WholeNumberField(1, 1000, { required: false })
  limit?: number;
}
