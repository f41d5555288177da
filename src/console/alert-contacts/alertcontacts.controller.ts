import { Controller, Delete, Get, Header, HttpCode, Patch, Post } from '@nestjs/common';
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
import { DepartedAddresses } from '../departed/departed-addresses.js';
import type { AlertContact, AlertContactFields } from './alert-contact.js';
import {
  AlertContactChangeDto,
  AlertContactDto,
  alertContactDto,
  AlertContactInputDto,
  AlertcontactPageDto,
  NewAlertContactDto,
} from './alert-contact.dto.js';
import { alertContactListFields } from './alert-contacts.repository.js';
import { AlertContactsService } from './alert-contacts.service.js';
import { Ways } from './ways.js';

@Controller('alertcontacts')
@Area(
  'Who is told when something needs attention. The same answers under `/alert-contacts`, where lists are ' +
    'embedded as `alert_contacts`',
)
export class AlertcontactsController {
  /** Links and `_embedded` use the caller's spelling. */
  protected readonly path: string = 'alertcontacts';

  constructor(
    private readonly contacts: AlertContactsService,
    private readonly ways: Ways,
    private readonly departed: DepartedAddresses,
  ) {}

  @Get()
  @Permission('alertcontacts:read')
  @ApiOperation({ summary: 'List alert contacts' })
  @ApiOkResponse({ type: AlertcontactPageDto })
  async list(@Ctx() context: Context, @List(alertContactListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.contacts.list(context, list);
    return hal.page(this.path, list, await this.dtos(context, rows), total);
  }

  @Post()
  @Permission('alertcontacts:write')
  @ApiOperation({ summary: 'Create an alert contact' })
  @ApiCreatedResponse({ type: NewAlertContactDto })
  async create(
    @Ctx() context: Context,
    @Values(AlertContactInputDto)
    values: Partial<AlertContactFields> & { readonly name: string },
    @Answer() hal: Hal,
  ) {
    const { contact, secret } = await this.contacts.create(context, values);
    return hal.created(this.path, { ...(await this.dto(context, contact)), secret }, contact.revision);
  }

  @Get(':id')
  @Permission('alertcontacts:read')
  @ApiOperation({ summary: 'Get an alert contact' })
  @ApiOkResponse({ type: AlertContactDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const contact = await this.contacts.read(context, id);
    return hal.resource(this.path, await this.dto(context, contact), contact.revision);
  }

  /** Absent fields keep their value. */
  @Patch(':id')
  @Permission('alertcontacts:write')
  @ApiOperation({ summary: 'Change an alert contact' })
  @ApiOkResponse({ type: NewAlertContactDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(AlertContactChangeDto) changes: Partial<AlertContactFields>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const { contact, secret } = await this.contacts.change(context, id, changes, expected);
    return hal.resource(this.path, { ...(await this.dto(context, contact)), secret }, contact.revision);
  }

  /** Makes a new secret, which signs what is posted from now on. Only this answer shows it. */
  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Permission('alertcontacts:write')
  @ApiOperation({ summary: 'Give an alert contact a new secret' })
  @ApiOkResponse({ type: NewAlertContactDto })
  async rotate(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const { contact, secret } = await this.contacts.rotateSecret(context, id);
    return hal.resource(this.path, { ...(await this.dto(context, contact)), secret });
  }

  @Delete(':id')
  @HttpCode(204)
  @Permission('alertcontacts:write')
  @ApiOperation({ summary: 'Delete an alert contact' })
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    await this.contacts.remove(context, id, expected);
  }

  private async dto(context: Context, contact: AlertContact) {
    return (await this.dtos(context, [contact]))[0]!;
  }

  private async dtos(context: Context, contacts: readonly AlertContact[]) {
    const addresses = contacts.map(({ email }) => email);
    const departed = await this.departed.among(context, addresses);
    return contacts.map((contact) => alertContactDto(contact, this.ways.of(contact, departed)));
  }
}
