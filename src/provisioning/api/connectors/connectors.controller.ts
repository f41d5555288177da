import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { Problem } from '../../../kernel/errors.js';
import { AccessPresets } from '../../access/access-presets.js';
import { ConnectorCatalogue } from '../../connector/catalogue.js';
import { ConnectorDto, connectorDto, ConnectorListDto } from './connector.dto.js';

/** The kinds of outside systems this build can connect. */
@Controller('connectors')
@Area('The kinds of systems that can be connected, with the settings that each takes')
export class ConnectorsController {
  constructor(
    private readonly catalogue: ConnectorCatalogue,
    private readonly presets: AccessPresets,
  ) {}

  /** All of them at once: the list is as long as the catalogue. */
  @Get()
  @Permission('connections:read')
  @ApiOkResponse({ type: ConnectorListDto })
  list(@Answer() hal: Hal) {
    const connectors = this.catalogue.definitions.map((definition) =>
      hal.resource('connectors', connectorDto(definition, this.presets)),
    );
    return {
      _embedded: { connectors },
      total_items: connectors.length,
      _links: { self: { href: hal.href('connectors') } },
    };
  }

  /** With the JSON Schema of its settings and what to do at the vendor. */
  @Get(':key')
  @ApiParam({ name: 'key', schema: { type: 'string' }, example: 'fias', description: 'Key of the connector' })
  @Permission('connections:read')
  @ApiOkResponse({ type: ConnectorDto })
  read(@Param('key') key: string, @Answer() hal: Hal) {
    const definition = this.catalogue.find(key);
    if (!definition) throw Problem.notFound('connector', key);
    return hal.resource('connectors', connectorDto(definition, this.presets));
  }
}
