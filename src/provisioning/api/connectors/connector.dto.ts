import { ApiProperty } from '@nestjs/swagger';
import { LinksDto } from '../../../http/hal/hal.dto.js';
import { readAccess } from '../../access/access-input.js';
import type { AccessPresets } from '../../access/access-presets.js';
import type { ConnectorDefinition } from '../../connector/connector.js';
import { settingsSchema } from '../../connector/setting.js';

export class ConnectorScheduleDto {
  /** Cron line of five fields for full lists; null: none by itself. */
  full: string | null;
  /** Cron line of five fields for asking what changed; null: never. */
  incremental: string | null;
}

/** Its check in `POST /connections/{id}/test` has the same name. */
export class ConnectorRightDto {
  /** Name of the right, and of its check. */
  name: string;
  /** What is asked to find out, in the vendor's words. */
  tried: string;
  /** Where and how the vendor gives it. */
  remedy: string;
}

export class ConnectorDto extends LinksDto {
  /** The connector's key. */
  id: string;
  /** What `connector` of a connection names. */
  key: string;
  /** What people call the system. */
  name: string;
  /**
   * pms: hotels. hr: staff. visitor: visitors. access: doors and members. billing: subscriptions. generic: anything,
   * by a mapping.
   */
  @ApiProperty({ enum: ['pms', 'hr', 'visitor', 'access', 'billing', 'generic'] })
  family: string;
  /** The kind of facts it hands over: stay, employment, visit, presence or membership. */
  facts: string;
  /**
   * receives: webhooks. polls: asks what changed. snapshots: reads full lists. listens: holds a link open. reads:
   * reads one record by its key. serves: is called as a server (SCIM). examines: takes files.
   */
  @ApiProperty({ isArray: true, enum: ['receives', 'polls', 'snapshots', 'listens', 'reads', 'serves', 'examines'] })
  abilities: string[];
  /** JSON Schema (2020-12) of settings and secrets together; what is `writeOnly` belongs under `secrets`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  settings_schema: Record<string, unknown>;
  /** What a new connection's access is, when nothing else is said. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  default_access: Record<string, unknown>;
  /** Ready mappings that fit its facts: what `access` may name as its `preset`. */
  presets: string[];
  /** When a new connection asks, when nothing else is said. */
  default_schedule: ConnectorScheduleDto;
  /** What it must be allowed to do at the vendor. */
  rights: ConnectorRightDto[];
  /** What to do at the vendor, in Markdown. */
  set_up: string;
}

class EmbeddedConnectorsDto {
  connectors: ConnectorDto[];
}

class ConnectorsLinksDto extends LinksDto {}

export class ConnectorListDto extends ConnectorsLinksDto {
  _embedded: EmbeddedConnectorsDto;
  /** All connectors: this list has no pages. */
  total_items: number;
}

export function connectorDto(definition: ConnectorDefinition, presets: AccessPresets): Omit<ConnectorDto, '_links'> {
  return {
    id: definition.key,
    key: definition.key,
    name: definition.name,
    family: definition.family,
    facts: definition.factKind,
    abilities: [...definition.abilities],
    settings_schema: settingsSchema(definition.settings),
    default_access: { ...presets.find(definition.preset) },
    presets: presets.names.filter((preset) => 'access' in readAccess(presets, definition, { preset })),
    default_schedule: definition.schedule,
    rights: (definition.rights ?? []).map(({ name, tried, remedy }) => ({ name, tried, remedy })),
    set_up: definition.setUp,
  };
}
