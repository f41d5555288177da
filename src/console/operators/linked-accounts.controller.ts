import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { listFields } from '../../http/list/list-fields.js';
import { listInMemory } from '../../http/list/list-in-memory.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { linkedAccountDto, LinkedAccountPageDto } from './linked-account.dto.js';
import { OperatorsService } from './operators.service.js';

const linkedAccountListFields = listFields({
  id: 'id',
  fields: {
    id: { column: 'id', type: 'uuid' },
    provider_id: { column: 'provider_id', type: 'uuid' },
    subject: { column: 'subject', type: 'text' },
    email: { column: 'email', type: 'text' },
    last_used_at: { column: 'last_used_at', type: 'instant' },
    created_at: { column: 'created_at', type: 'instant' },
  },
});

@Controller('operators/:id/linked-accounts')
@Area('People who administer the organization')
export class LinkedAccountsController {
  constructor(private readonly operators: OperatorsService) {}

  /**
   * The accounts at authentication providers by which an operator signs in, one at each. The first sign-in by a
   * provider links the account that has the operator's address there, verified; from then on that account alone counts,
   * whatever its address becomes and whoever gets the address.
   */
  @Get()
  @ApiOperation({ summary: "List an operator's linked accounts" })
  @Permission('operators:read')
  @ApiOkResponse({ type: LinkedAccountPageDto })
  async list(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @List(linkedAccountListFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    const accounts = (await this.operators.linkedAccounts(context, id)).map(linkedAccountDto);
    const { rows, total } = listInMemory(accounts, list, (account) => ({ ...account }));
    const resources = rows.map((each) => hal.resource(`operators/${id}/linked-accounts`, each));
    return hal.collection('linked_accounts', list, resources, total);
  }

  /** The next sign-in by that provider links an account anew. Ends the operator's sessions. */
  @Delete(':account')
  @ApiOperation({ summary: "Undo the link to an operator's account" })
  @HttpCode(204)
  @Permission('operators:write')
  @ApiNoContentResponse()
  unlink(@Ctx() context: Context, @RecordId('id') id: string, @RecordId('account') accountId: string): Promise<void> {
    return this.operators.unlinkAccount(context, id, accountId);
  }
}
