import { Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { ConnectionPrivacyService } from '../../privacy/connection-privacy.service.js';
import { erasureFields, ErasureRepository } from '../../privacy/erasure.repository.js';
import { Erasures } from '../../privacy/erasures.js';
import type { ConnectionPrivacy } from '../../connection/kept-fields.js';
import type { PersonQuery } from '../../privacy/person.js';
import { PersonExport } from '../../privacy/person-export.js';
import {
  ConnectionPrivacyChangeDto,
  ConnectionPrivacyDto,
  ErasureDto,
  ErasurePageDto,
  PersonExportDto,
  PersonQueryDto,
} from './privacy.dto.js';

/** What is kept of people: to have it, and to have it go. */
@Controller()
@Area('What is kept of one person, to hand it out or to erase it, and which fields a connection keeps')
export class PrivacyController {
  constructor(
    private readonly erasures: Erasures,
    private readonly records: ErasureRepository,
    private readonly exporting: PersonExport,
    private readonly connections: ConnectionPrivacyService,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  @Get('privacy/erasures')
  @ApiOperation({ summary: 'List erasures' })
  @Permission('privacy:read')
  @ApiOkResponse({ type: ErasurePageDto })
  async list(@Ctx() context: Context, @List(erasureFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.records.page(context, list);
    return hal.collection(
      'erasures',
      list,
      rows.map((row) => ({ ...row, _links: { self: { href: hal.href('privacy', 'erasures', row.id) } } })),
      total,
    );
  }

  @Get('privacy/erasures/:id')
  @ApiOperation({ summary: 'Get an erasure' })
  @Permission('privacy:read')
  @ApiOkResponse({ type: ErasureDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('privacy/erasures', await this.records.read(context, id));
  }

  /** Ends the person's access and then takes them out of every table; what is left says that it was done. */
  @Post('privacy/erasures')
  @ApiOperation({ summary: 'Erase a person' })
  @HttpCode(202)
  @Permission('privacy:write')
  @ApiAcceptedResponse({ type: ErasureDto })
  async erase(@Ctx() context: Context, @Values(PersonQueryDto) input: WrittenPerson, @Answer() hal: Hal) {
    return hal.resource(
      'privacy/erasures',
      await this.records.read(context, await this.erasures.begin(context, queryOf(input))),
    );
  }

  /**
   * Everything that is known of the person, without passwords and codes. A POST, so that no address of a person stands
   * in a log of addresses.
   */
  @Post('privacy/exports')
  @ApiOperation({ summary: 'Hand out what is known of a person' })
  @HttpCode(200)
  @Permission('privacy:write')
  @ApiOkResponse({ type: PersonExportDto })
  async export(@Ctx() context: Context, @Values(PersonQueryDto) input: WrittenPerson): Promise<PersonExportDto> {
    return { exported_at: this.clock.instant(), data: await this.exporting.of(context, queryOf(input)) };
  }

  @Get('connections/:id/privacy')
  @ApiOperation({ summary: 'Get which fields of people a connection keeps' })
  @Permission('privacy:read')
  @ApiOkResponse({ type: ConnectionPrivacyDto })
  async readOfConnection(@Ctx() context: Context, @RecordId('id') id: string): Promise<ConnectionPrivacyDto> {
    return shown(id, await this.connections.of(context, id));
  }

  /** Holds for what arrives from now on; a full sync brings what is stored into line. */
  @Patch('connections/:id/privacy')
  @ApiOperation({ summary: 'Change which fields of people a connection keeps' })
  @Permission('privacy:write')
  @ApiOkResponse({ type: ConnectionPrivacyDto })
  async changeOfConnection(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(ConnectionPrivacyChangeDto) change: Partial<ConnectionPrivacy>,
  ): Promise<ConnectionPrivacyDto> {
    return shown(id, await this.connections.change(context, id, change));
  }
}

/** PersonQueryDto, as it is read. */
interface WrittenPerson {
  readonly subjectId?: string;
  readonly email?: string;
  readonly username?: string;
  readonly name?: string;
}

function queryOf({ subjectId, email, username, name }: WrittenPerson): PersonQuery {
  const given = [subjectId, email, username].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw Problem.invalidField('subject_id', 'or email, or username: exactly one of them is needed');
  const among = name === undefined ? {} : { name };
  if (subjectId !== undefined) return { subjectId, ...among };
  return email === undefined ? { username: username ?? '', ...among } : { email, ...among };
}

function shown(id: string, { fields, payloadDays }: ConnectionPrivacy): ConnectionPrivacyDto {
  return { connection_id: id, fields: fields && [...fields], payload_days: payloadDays };
}
