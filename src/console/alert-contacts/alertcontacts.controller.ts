import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Permission } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { AlertcontactPageDto } from './alert-contact.dto.js';
import { AlertContactsController } from './alert-contacts.controller.js';
import { alertContactListFields } from './alert-contacts.repository.js';

/** The same under the reference's own path. */
@Controller('alertcontacts')
export class AlertcontactsController extends AlertContactsController {
  protected override readonly path = 'alertcontacts';

  @Get()
  @Permission('alertcontacts:read')
  @ApiOperation({ summary: 'List alert contacts' })
  @ApiOkResponse({ type: AlertcontactPageDto })
  override list(@Ctx() context: Context, @List(alertContactListFields) list: ListQuery, @Answer() hal: Hal) {
    return super.list(context, list, hal);
  }
}
