import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { type Expected, IfMatch } from '../../http/etag/etag.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import type { NetworkValues } from './network.js';
import { NetworkChangeDto, NetworkDto, networkDto, NetworkInputDto, NetworkPageDto } from './network.dto.js';
import { networkListFields } from './networks.repository.js';
import { NetworksService } from './networks.service.js';

@Controller('networks')
@Area('Wi-Fi networks (SSIDs) and the access points that ask for them by RADIUS')
export class NetworksController {
  constructor(private readonly networks: NetworksService) {}

  @Get()
  @Permission('networks:read')
  @ApiOperation({ summary: 'List networks' })
  @ApiOkResponse({ type: NetworkPageDto })
  async list(@Ctx() context: Context, @List(networkListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.networks.list(context, list);
    return hal.page(
      'networks',
      list,
      rows.map((each) => networkDto(each)),
      total,
    );
  }

  /**
   * 409 if RADIUS could not tell a client from another. Clients may share an address if their SSIDs differ and their
   * secret is the same.
   */
  @Post()
  @Permission('networks:write')
  @ApiOperation({ summary: 'Create a network' })
  @ApiCreatedResponse({ type: NetworkDto })
  async create(
    @Ctx() context: Context,
    @Values(NetworkInputDto) values: Partial<NetworkValues> & { readonly name: string },
    @Answer() hal: Hal,
  ) {
    const { network, generatedSecrets } = await this.networks.create(context, values);
    return hal.created('networks', networkDto(network, generatedSecrets), network.revision);
  }

  @Get(':id')
  @Permission('networks:read')
  @ApiOperation({ summary: 'Get a network' })
  @ApiOkResponse({ type: NetworkDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const network = await this.networks.read(context, id);
    return hal.resource('networks', networkDto(network), network.revision);
  }

  /** Absent fields keep their value. `clients` replaces all of them; those that stay keep their ids and secrets. */
  @Patch(':id')
  @Permission('networks:write')
  @ApiOperation({ summary: 'Change a network' })
  @ApiOkResponse({ type: NetworkDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(NetworkChangeDto) values: Partial<NetworkValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const { network, generatedSecrets } = await this.networks.change(context, id, values, expected);
    return hal.resource('networks', networkDto(network, generatedSecrets), network.revision);
  }

  /** Deletes its clients too. 409 while captive portals use it. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('networks:write')
  @ApiOperation({ summary: 'Delete a network' })
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    await this.networks.remove(context, id, expected);
  }
}
