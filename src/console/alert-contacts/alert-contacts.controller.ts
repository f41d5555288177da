import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Permission } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { AlertContactPageDto } from './alert-contact.dto.js';
import { AlertcontactsController } from './alertcontacts.controller.js';
import { alertContactListFields } from './alert-contacts.repository.js';

/** The same routes under the resource's other spelling. The API document lists only the published one. */
@Controller('alert-contacts')
@ApiExcludeController()
export class AlertContactsController extends AlertcontactsController {
  protected override readonly path = 'alert-contacts';

  @Get()
  @Permission('alertcontacts:read')
  @ApiOperation({ summary: 'List alert contacts' })
  @ApiOkResponse({ type: AlertContactPageDto })
  override list(@Ctx() context: Context, @List(alertContactListFields) list: ListQuery, @Answer() hal: Hal) {
    return super.list(context, list, hal);
  }
}
