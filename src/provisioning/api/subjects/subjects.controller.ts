import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { AsksOutside } from '../../../http/idempotency/asks-outside.decorator.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { connectorRefusal } from '../answers/connector-refusal.js';
import { DeliveryRecords } from '../deliveries/delivery-records.js';
import { OperationRecords } from '../operations/operation-records.js';
import { LinkApprovals } from '../../reconcile/link-approvals.js';
import { OnDemandSync } from '../../intake/on-demand-sync.js';
import { SubjectDetailDto, subjectDetailDto, subjectDto, SubjectPageDto } from './subject.dto.js';
import { subjectFields, SubjectRecords } from './subject-records.js';

/** What is known of each outside record, and what became of it. */
@Controller()
@Area('Records of outside systems (a stay, an employment, a visit) as they are known, and the access that they lead to')
export class SubjectsController {
  constructor(
    private readonly subjects: SubjectRecords,
    private readonly operations: OperationRecords,
    private readonly connections: ConnectionRepository,
    private readonly syncing: OnDemandSync,
    private readonly links: LinkApprovals,
    private readonly deliveries: DeliveryRecords,
  ) {}

  @Get('connections/:id/subjects')
  @ApiOperation({ summary: 'List the records of a connection' })
  @Permission('connections:read')
  @ApiOkResponse({ type: SubjectPageDto })
  async list(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @List(subjectFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    await this.connections.load(context, id);
    const { rows, total } = await this.subjects.page(context, id, list);
    return hal.page('subjects', list, rows.map(subjectDto), total);
  }

  @Get('subjects/:id')
  @ApiOperation({ summary: 'Get a record of the outside' })
  @Permission('connections:read')
  @ApiOkResponse({ type: SubjectDetailDto })
  read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return this.answer(context, id, hal);
  }

  /** Reads the record at the outside where that is possible, and reconciles its account first of all. */
  @Post('subjects/:id/sync')
  @ApiOperation({ summary: 'Compare a record with the outside now' })
  @AsksOutside()
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: SubjectDetailDto })
  async sync(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const connection = await this.connections.load(context, (await this.subjects.read(context, id)).connection_id);
    await this.syncing.sync(context, connection, id).catch(connectorRefusal);
    return this.answer(context, id, hal);
  }

  /** A disputed record and the account of that name are the same person: they are linked, once. */
  @Post('subjects/:id/link')
  @ApiOperation({ summary: 'Link a record to an account' })
  @AsksOutside()
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: SubjectDetailDto })
  async link(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const connection = await this.connections.load(context, (await this.subjects.read(context, id)).connection_id);
    await this.links.approve(context, connection, id).catch(connectorRefusal);
    return this.answer(context, id, hal);
  }

  private async answer(context: Context, id: string, hal: Hal) {
    const row = await this.subjects.read(context, id);
    const [account, log, deliveries] = await Promise.all([
      this.subjects.account(context, row),
      this.operations.latestOf(context, id),
      this.deliveries.latestOf(context, id),
    ]);
    return hal.resource('subjects', subjectDetailDto(row, account, log, deliveries));
  }
}
