import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiParam,
} from '@nestjs/swagger';
import { Parameter } from '../../http/body/query.decorator.js';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { wholePage } from '../batch/whole-page.js';
import type { RadiusAttribute } from './attribute.js';
import { type AttributeTable, attributeTables } from './attribute-tables.js';
import { AttributeDto, attributeDto, AttributeInputDto, AttributePageDto } from './attribute.dto.js';
import { AttributesService, type NewAttribute } from './attributes.service.js';

const table = {
  oneOf: attributeTables,
  required: true,
  description: 'Whether it is of a user or a group, checked or replied',
};

@Controller('attributes')
@Area('RADIUS attributes of single users and groups, as in the older form of the API')
export class AttributesController {
  constructor(private readonly attributes: AttributesService) {}

  /** All attributes of one user (or group, in the group tables), on one page. */
  @Get()
  @Permission('users:read')
  @ApiOkResponse({ type: AttributePageDto })
  async list(
    @Ctx() context: Context,
    @Parameter('table', table) of: AttributeTable,
    @Parameter('userid', {
      required: true,
      description: 'Id of the user; in radgroupcheck and radgroupreply of the group',
    })
    userId: string,
    @Answer() hal: Hal,
  ) {
    const attributes = await this.attributes.list(context, of, userId.toLowerCase());
    return wholePage(
      hal,
      'attributes',
      attributes.map((each) => withLink(hal, each)),
      hal.href(`attributes?table=${of}&userid=${userId}`),
    );
  }

  /**
   * An attribute that a user or group has a field for changes that field. All others are stored for FreeRADIUS to check
   * or reply.
   */
  @Post()
  @Permission('users:write')
  @ApiCreatedResponse({ type: AttributeDto })
  @ApiNotFoundResponse({ description: 'There is no such user, or group' })
  async create(@Ctx() context: Context, @Values(AttributeInputDto) values: NewAttribute, @Answer() hal: Hal) {
    const attribute = await this.attributes.create(context, values);
    hal.created('attributes', { id: placeOf(attribute) });
    return withLink(hal, attribute);
  }

  @Get(':id')
  @ApiParam({ name: 'id', schema: { type: 'string' }, description: 'Id of the attribute, as listed' })
  @Permission('users:read')
  @ApiOkResponse({ type: AttributeDto })
  async read(
    @Ctx() context: Context,
    @Param('id') id: string,
    @Parameter('table', table) of: AttributeTable,
    @Answer() hal: Hal,
  ) {
    const attribute = await this.attributes.read(context, of, id);
    hal.resource('attributes', { id: placeOf(attribute) });
    return withLink(hal, attribute);
  }

  /** Deleting an attribute that is stored in a field empties the field. */
  @Delete(':id')
  @ApiParam({ name: 'id', schema: { type: 'string' }, description: 'Id of the attribute, as listed' })
  @HttpCode(204)
  @Permission('users:write')
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @Param('id') id: string, @Parameter('table', table) of: AttributeTable) {
    await this.attributes.remove(context, of, id);
  }
}

function withLink(hal: Hal, attribute: RadiusAttribute): AttributeDto {
  return { ...attributeDto(attribute), _links: { self: { href: hal.href('attributes', placeOf(attribute)) } } };
}

/** An id identifies an attribute only together with its table. */
function placeOf({ id, table: of }: RadiusAttribute): string {
  return `${id}?table=${of}`;
}
