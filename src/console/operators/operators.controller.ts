import { Controller, Delete, Get, HttpCode, Patch, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { pageBaseOf } from '../../http/address/page-address.js';
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
import { Settings } from '../../kernel/settings.js';
import {
  InvitedOperatorDto,
  OperatorChangeDto,
  OperatorDto,
  operatorDto,
  OperatorInputDto,
  OperatorPageDto,
} from './operator.dto.js';
import { operatorListFields } from './operators.repository.js';
import { type Invited, type NewOperator, type OperatorChange, OperatorsService } from './operators.service.js';

@Controller('operators')
@Area('People who administer the organization')
export class OperatorsController {
  constructor(
    private readonly operators: OperatorsService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Permission('operators:read')
  @ApiOkResponse({ type: OperatorPageDto })
  async list(@Ctx() context: Context, @List(operatorListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.operators.list(context, list);
    return hal.page('operators', list, rows.map(operatorDto), total);
  }

  /** With a password, or with an invitation. Only this answer shows the invitation's token. */
  @Post()
  @Permission('operators:write')
  @ApiCreatedResponse({ type: InvitedOperatorDto })
  async create(
    @Ctx() context: Context,
    @Values(OperatorInputDto) values: NewOperator,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
  ) {
    return this.invited(context, await this.operators.create(context, values), request, hal);
  }

  @Get(':id')
  @Permission('operators:read')
  @ApiOkResponse({ type: OperatorDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const operator = await this.operators.read(context, id);
    return hal.resource('operators', operatorDto(operator), operator.revision);
  }

  @Patch(':id')
  @Permission('operators:write')
  @ApiOkResponse({ type: OperatorDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(OperatorChangeDto) change: OperatorChange,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const operator = await this.operators.change(context, id, change, expected);
    return hal.resource('operators', operatorDto(operator), operator.revision);
  }

  /** Ends the operator's sessions too. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('operators:write')
  @ApiNoContentResponse()
  remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    return this.operators.remove(context, id, expected);
  }

  /** Replaces an earlier invitation. The new token is shown in this answer only. */
  @Post(':id/invitation')
  @Permission('operators:write')
  @ApiCreatedResponse({ type: InvitedOperatorDto })
  async invite(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Req() request: FastifyRequest,
    @Answer() hal: Hal,
  ) {
    return this.invited(context, await this.operators.invite(context, id), request, hal);
  }

  /** Ends all of the operator's sessions, and the links by which they would sign in on another device. */
  @Delete(':id/sessions')
  @ApiOperation({ summary: 'Sign an operator out everywhere' })
  @HttpCode(204)
  @Permission('operators:write')
  @ApiNoContentResponse()
  endSessions(@Ctx() context: Context, @RecordId('id') id: string) {
    return this.operators.endSessions(context, id);
  }

  private invited(
    { organizationId }: Context,
    { operator, invitationToken }: Invited,
    request: FastifyRequest,
    hal: Hal,
  ) {
    const page = `${pageBaseOf(this.settings, request)}/console/invitation?organization=${organizationId}`;
    const link = invitationToken === null ? null : `${page}#${invitationToken}`;
    const shown = { ...operatorDto(operator), invitation_token: invitationToken, invitation_link: link };
    return hal.created('operators', shown, operator.revision);
  }
}
