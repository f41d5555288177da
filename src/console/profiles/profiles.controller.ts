import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
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
import {
  profileFileDto,
  GeneratedProfileDto,
  ProfileChangeDto,
  ProfileDto,
  profileDto,
  ProfileFileInputDto,
  ProfileInputDto,
  ProfilePageDto,
} from './profile.dto.js';
import type { NewProfile, ProfileChange, ProfileFileOptions } from './profile.js';
import { profileListFields } from './profiles.repository.js';
import { type GeneratedProfile, ProfilesService } from './profiles.service.js';

@Controller('profiles')
@Area('Enrolment profiles: files that put a network and its credentials on a device')
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Get()
  @Permission('profiles:read')
  @ApiOkResponse({ type: ProfilePageDto })
  async list(@Ctx() context: Context, @List(profileListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.profiles.list(context, list);
    return hal.page('profiles', list, rows.map(profileDto), total);
  }

  /**
   * Makes the file by which a device joins an 802.1X network: a configuration profile (ios, macos), a WLAN profile
   * (windows), ONC (chromeos), Passpoint or EAP metadata (android). Every file names the authority and the servers to
   * accept.
   */
  @Post()
  @HttpCode(200)
  @Permission('profiles:write')
  @ApiOkResponse({ type: GeneratedProfileDto })
  async create(@Ctx() context: Context, @Values(ProfileInputDto) input: NewProfile, @Answer() hal: Hal) {
    return generated(await this.profiles.create(context, input), hal);
  }

  @Get(':id')
  @Permission('profiles:read')
  @ApiOkResponse({ type: ProfileDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const profile = await this.profiles.read(context, id);
    return hal.resource('profiles', profileDto(profile), profile.revision);
  }

  /** The profile's file once more; for another user where one is given. A certificate in it is issued anew. */
  @Post(':id/file')
  @ApiOperation({ summary: 'Make the file of a profile' })
  @HttpCode(200)
  @Permission('profiles:write')
  @ApiOkResponse({ type: GeneratedProfileDto })
  async file(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(ProfileFileInputDto) input: ProfileFileOptions,
    @Answer() hal: Hal,
  ) {
    return generated(await this.profiles.generate(context, id, input), hal);
  }

  /** Fields that are absent stay as they are; files that were handed out stay as they were. */
  @Patch(':id')
  @Permission('profiles:write')
  @ApiOkResponse({ type: ProfileDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(ProfileChangeDto) change: ProfileChange,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const profile = await this.profiles.change(context, id, change, expected);
    return hal.resource('profiles', profileDto(profile), profile.revision);
  }

  /** Devices that have the file keep it; revoke their certificates to keep them out. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('profiles:write')
  @ApiNoContentResponse()
  remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    return this.profiles.remove(context, id, expected);
  }
}

function generated({ profile, files }: GeneratedProfile, hal: Hal) {
  const record = {
    ...profileDto(profile),
    ...profileFileDto(files.main),
    files: files.attached.map(profileFileDto),
    certificate_id: files.certificateId,
    ...(files.password ? { pkcs12_password: files.password } : {}),
  };
  return hal.created('profiles', record, profile.revision);
}
