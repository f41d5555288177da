import { Controller, Delete, Header, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { macWithColons } from '../../kernel/mac-address.js';
import {
  GuestDeviceAddressDto,
  GuestDeviceInputDto,
  GuestDeviceMadeDto,
  GuestExtensionInputDto,
  type GuestDeviceValues,
  GuestPasswordDto,
  GuestUnlockedDto,
} from './guest-actions.dto.js';
import { GuestActions } from './guest-actions.service.js';
import { GuestExtensions } from './guest-extensions.service.js';
import { guestDetailDto, GuestDetailDto } from './guest.dto.js';
import { GuestsService } from './guests.service.js';

@Controller('guests/:id')
@Area('Everybody known, and what a reception does for them')
export class GuestActionsController {
  constructor(
    private readonly actions: GuestActions,
    private readonly extensions: GuestExtensions,
    private readonly guests: GuestsService,
  ) {}

  /** Makes one that can be read aloud, and shows it in this answer only. */
  @Post('password')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Permission('guests:write')
  @ApiOperation({ summary: 'Give somebody a new password' })
  @ApiOkResponse({ type: GuestPasswordDto })
  async password(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal): Promise<GuestPasswordDto> {
    const { userId, username, password } = await this.actions.newPassword(context, id);
    return { ...hal.resource('users', { id: userId, username, password }) };
  }

  /** Resets what portals count against the room, the account and its devices, so that they may try again at once. */
  @Post('unlock')
  @HttpCode(200)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Let somebody try again at the portals' })
  @ApiOkResponse({ type: GuestUnlockedDto })
  async unlock(@Ctx() context: Context, @RecordId('id') id: string): Promise<GuestUnlockedDto> {
    return { unlocked: await this.actions.unlock(context, id) };
  }

  /** Disables the account and ends its sessions. */
  @Post('block')
  @HttpCode(200)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Keep somebody out' })
  @ApiOkResponse({ type: GuestDetailDto })
  async block(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    await this.actions.block(context, id, true);
    return this.answer(context, id, hal);
  }

  @Post('unblock')
  @HttpCode(200)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Let somebody in again' })
  @ApiOkResponse({ type: GuestDetailDto })
  async unblock(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    await this.actions.block(context, id, false);
    return this.answer(context, id, hal);
  }

  /**
   * Access lasts until then, whatever the outside system says. A guest who leaves more than a day earlier still loses
   * it, unless it was given afterwards. For guests, visitors, and users made by hand, whose end it changes.
   */
  @Post('extension')
  @HttpCode(200)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Extend the access of somebody' })
  @ApiOkResponse({ type: GuestDetailDto })
  async extend(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GuestExtensionInputDto) values: GuestExtensionInputDto,
    @Answer() hal: Hal,
  ) {
    await this.extensions.give(context, id, values.until, values.reason ?? null);
    return this.answer(context, id, hal);
  }

  /** Access ends as the outside system says. */
  @Delete('extension')
  @HttpCode(200)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Withdraw the extension of somebody' })
  @ApiOkResponse({ type: GuestDetailDto })
  async withdrawExtension(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    await this.extensions.withdraw(context, id);
    return this.answer(context, id, hal);
  }

  /** A television or a game console: it signs in by its address, and goes with the account. */
  @Post('devices')
  @Permission('guests:write')
  @ApiOperation({ summary: 'Add a device of somebody' })
  @ApiCreatedResponse({ type: GuestDeviceMadeDto })
  async addDevice(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GuestDeviceInputDto) values: GuestDeviceValues,
    @Answer() hal: Hal,
  ) {
    const device = await this.actions.addDevice(context, id, values);
    return hal.created('devices', {
      id: device.id,
      mac: macWithColons(device.mac),
      name: device.name,
      type: device.type,
      user_id: device.userId,
      created_at: device.createdAt,
    });
  }

  /**
   * Keeps one device out and ends its sessions; the account and its other devices stay. A device that was only seen is
   * registered by it.
   */
  @Post('devices/block')
  @HttpCode(200)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Keep one device of somebody out' })
  @ApiOkResponse({ type: GuestDetailDto })
  async blockDevice(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GuestDeviceAddressDto) { mac }: GuestDeviceAddressDto,
    @Answer() hal: Hal,
  ) {
    await this.actions.blockDevice(context, id, mac);
    return this.answer(context, id, hal);
  }

  @Post('devices/unblock')
  @HttpCode(200)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Let one device of somebody in again' })
  @ApiOkResponse({ type: GuestDetailDto })
  async unblockDevice(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GuestDeviceAddressDto) { mac }: GuestDeviceAddressDto,
    @Answer() hal: Hal,
  ) {
    await this.actions.unblockDevice(context, id, mac);
    return this.answer(context, id, hal);
  }

  @Delete('devices/:deviceId')
  @HttpCode(204)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Remove a device of somebody' })
  @ApiNoContentResponse()
  async removeDevice(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @RecordId('deviceId') deviceId: string,
  ): Promise<void> {
    await this.actions.removeDevice(context, id, deviceId);
  }

  private async answer(context: Context, id: string, hal: Hal) {
    const { guest, more, record, hasHostLeft } = await this.guests.details(context, id);
    return hal.resource('guests', guestDetailDto(guest, more, record, hasHostLeft));
  }
}
