import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { OperationRecords, operationFields } from './operation-records.js';
import { OperationDto, operationDto, OperationPageDto } from './operation.dto.js';

/** The provisioning log: what was done to accounts, over all connections. */
@Controller('operations')
@Area('The provisioning log: everything that was done to an account because of an outside system, and why')
export class OperationsController {
  constructor(private readonly operations: OperationRecords) {}

  /** Newest first. */
  @Get()
  @Permission('operations:read')
  @ApiOkResponse({ type: OperationPageDto })
  async list(@Ctx() context: Context, @List(operationFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.operations.page(context, list);
    return hal.page('operations', list, rows.map(operationDto), total);
  }

  @Get(':id')
  @Permission('operations:read')
  @ApiOkResponse({ type: OperationDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('operations', operationDto(await this.operations.read(context, id)));
  }
}
