import { Controller, Get, Header, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Parameter } from '../../http/body/query.decorator.js';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { GuestPasswordDto, type NewGuest, NewGuestDto } from './guest-actions.dto.js';
import { GuestDetailDto, guestDetailDto, guestDto, GuestPageDto } from './guest.dto.js';
import { guestFields } from './guest-list.js';
import { NewGuests } from './new-guests.service.js';
import { GuestsService } from './guests.service.js';

@Controller('guests')
@Area('Everybody known, and what a reception does for them')
export class GuestsController {
  constructor(
    private readonly guests: GuestsService,
    private readonly newGuests: NewGuests,
  ) {}

  /** Records of all connections, and users without a record. People in house come first, then by name. */
  @Get()
  @Permission('guests:read')
  @ApiOperation({ summary: 'List everybody known' })
  @ApiOkResponse({ type: GuestPageDto })
  async list(
    @Ctx() context: Context,
    @List(guestFields) list: ListQuery,
    @Parameter('search', {
      description:
        'Words of one box: each is the beginning of a room, a word of the name, an e-mail address or a user name, or ' +
        'a whole booking number or MAC address of a device. Case, accents and the notation of addresses do not count',
    })
    search: string | undefined,
    @Answer() hal: Hal,
  ) {
    const { rows, total } = await this.guests.list(context, list, search);
    return hal.page('guests', list, rows.map(guestDto), total);
  }

  /**
   * Somebody who is here and whom no outside system knows: an account by hand until then. Its password is shown in this
   * answer only.
   */
  @Post()
  @Header('cache-control', 'no-store')
  @Permission('guests:write')
  @ApiOperation({ summary: 'Add somebody who was not expected' })
  @ApiCreatedResponse({ type: GuestPasswordDto })
  async add(@Ctx() context: Context, @Values(NewGuestDto) guest: NewGuest, @Answer() hal: Hal) {
    return hal.created('guests', await this.newGuests.add(context, guest));
  }

  /** What reception needs to know: access and where it comes from, devices, sessions, what went wrong. */
  @Get(':id')
  @Permission('guests:read')
  @ApiOperation({ summary: 'Get somebody known' })
  @ApiOkResponse({ type: GuestDetailDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const { guest, more, record, hasHostLeft } = await this.guests.details(context, id);
    return hal.resource('guests', guestDetailDto(guest, more, record, hasHostLeft));
  }
}
