import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import type { PostingOutcome } from '../../posting/posting.js';
import { Postings } from '../../posting/postings.js';
import { PostingRecords, roomPostingFields } from './posting-records.js';
import { PostingSettlementDto, RoomPostingDto, roomPostingDto, RoomPostingPageDto } from './posting.dto.js';

@Controller('room-postings')
@Area('What guests pay for at captive portals, and the charges to their rooms')
export class RoomPostingsController {
  constructor(
    private readonly records: PostingRecords,
    private readonly postings: Postings,
  ) {}

  /** Newest first. */
  @Get()
  @Permission('payments:read')
  @ApiOperation({ summary: 'List charges to rooms' })
  @ApiOkResponse({ type: RoomPostingPageDto })
  async list(@Ctx() context: Context, @List(roomPostingFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.records.page(context, list);
    return hal.page('room-postings', list, rows.map(roomPostingDto), total);
  }

  @Get(':id')
  @Permission('payments:read')
  @ApiOperation({ summary: 'Get a charge to a room' })
  @ApiOkResponse({ type: RoomPostingDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('room-postings', roomPostingDto(await this.records.read(context, id)));
  }

  /** Says what became of a charge that is unclear or late, once somebody has looked it up. 409 for any other. */
  @Post(':id/settle')
  @HttpCode(200)
  @Permission('payments:write')
  @ApiOperation({ summary: 'Settle an unclear charge' })
  @ApiOkResponse({ type: RoomPostingDto })
  async settle(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(PostingSettlementDto) { outcome }: { readonly outcome: PostingOutcome },
    @Answer() hal: Hal,
  ) {
    await this.postings.settleByHand(context, id, outcome);
    return hal.resource('room-postings', roomPostingDto(await this.records.read(context, id)));
  }
}
