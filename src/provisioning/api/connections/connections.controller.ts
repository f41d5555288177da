import { Controller, Delete, Get, Header, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Parameter } from '../../../http/body/query.decorator.js';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { type Expected, IfMatch } from '../../../http/etag/etag.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { ConnectorCatalogue } from '../../connector/catalogue.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { WrittenConnection } from './connection-input.js';
import { ConnectionService } from './connection.service.js';
import type { AccountsOnDelete, StoredConnection } from '../../connection/stored-connection.js';
import { ConnectionTests } from '../../intake/connection-tests.js';
import { ConnectionList, connectionFields } from './connection-list.js';
import {
  ConnectionDto,
  connectionDto,
  ConnectionPageDto,
  MadeConnectionDto,
  RotatedTokenDto,
} from './connection.dto.js';
import { ConnectionChangeDto, ConnectionInputDto, PauseInputDto } from './connection-written.dto.js';

@Controller('connections')
@Area('Connections to outside systems: whose facts become access')
export class ConnectionsController {
  constructor(
    private readonly service: ConnectionService,
    private readonly connections: ConnectionRepository,
    private readonly pages: ConnectionList,
    private readonly tests: ConnectionTests,
    private readonly catalogue: ConnectorCatalogue,
  ) {}

  @Get()
  @Permission('connections:read')
  @ApiOkResponse({ type: ConnectionPageDto })
  async list(@Ctx() context: Context, @List(connectionFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.pages.page(context, list);
    const waiting = await this.pages.waitingSeconds(
      context,
      rows.map(({ id }) => id),
    );
    return hal.page(
      'connections',
      list,
      rows.map((each) => this.shown(each, waiting.get(each.id))),
      total,
    );
  }

  /** The connection begins to work at once, unless `enabled` is false. */
  @Post()
  @Permission('connections:write')
  @ApiCreatedResponse({ type: MadeConnectionDto })
  async create(@Ctx() context: Context, @Values(ConnectionInputDto) input: WrittenConnection, @Answer() hal: Hal) {
    const made = await this.service.create(context, input);
    const tested = await this.tests.afterChange(context, made);
    return hal.created(
      'connections',
      { ...this.shown(tested), ...(made.token ? { token: made.token } : {}) },
      made.revision,
    );
  }

  @Get(':id')
  @Permission('connections:read')
  @ApiOkResponse({ type: ConnectionDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return this.answer(context, await this.connections.load(context, id), hal);
  }

  /**
   * A changed mapping is applied to everybody who is known: as a run, whose removals are held above the safety limits.
   */
  @Patch(':id')
  @Permission('connections:write')
  @ApiOkResponse({ type: ConnectionDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(ConnectionChangeDto) input: WrittenConnection,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    return this.answer(
      context,
      await this.tests.afterChange(context, await this.service.change(context, id, input, expected)),
      hal,
    );
  }

  /** The connection shuts at once and is gone when its last account is settled. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('connections:write')
  @ApiNoContentResponse()
  async remove(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @IfMatch() expected: Expected,
    @Parameter('accounts', {
      oneOf: ['keep', 'disable', 'delete'],
      required: true,
      description: 'What becomes of the accounts it made',
    })
    accounts: AccountsOnDelete,
  ) {
    await this.service.remove(context, id, accounts, expected);
  }

  /**
   * For connectors that are called by a token: a new one, shown once. The one before it works on until the next
   * rotation.
   */
  @Post(':id/rotate-token')
  @ApiOperation({ summary: 'Give a connection a new token' })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Permission('connections:write')
  @ApiOkResponse({ type: RotatedTokenDto })
  async rotateToken(@Ctx() context: Context, @RecordId('id') id: string): Promise<RotatedTokenDto> {
    return { token: await this.service.rotateToken(context, id) };
  }

  @Post(':id/pause')
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: ConnectionDto })
  async pause(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(PauseInputDto) { mode = 'all' }: { readonly mode?: 'all' | 'grants' },
    @Answer() hal: Hal,
  ) {
    return this.answer(context, await this.service.pause(context, id, mode), hal);
  }

  @Post(':id/resume')
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: ConnectionDto })
  async resume(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return this.answer(context, await this.service.resume(context, id), hal);
  }

  private async answer(context: Context, connection: StoredConnection, hal: Hal) {
    const waiting = await this.pages.waitingSeconds(context, [connection.id]);
    return hal.living('connections', this.shown(connection, waiting.get(connection.id)), connection.revision);
  }

  private shown(connection: StoredConnection, oldestDirtySeconds = 0) {
    return connectionDto(connection, this.catalogue.find(connection.connector)?.name, oldestDirtySeconds);
  }
}
