import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiExcludeController, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { ContactMessagePageDto, messageDto, TestMessagesDto } from './contact-message.dto.js';
import { messageListFields } from './contact-messages.repository.js';
import { ContactMessagesService } from './contact-messages.service.js';

@Controller('alertcontacts')
@Area('Messages to alert contacts')
export class ContactmessagesController {
  protected readonly path: string = 'alertcontacts';

  constructor(private readonly messages: ContactMessagesService) {}

  /** Messages to the contact, sent and waiting, latest first. Kept for 90 days. */
  @Get(':id/messages')
  @Permission('alertcontacts:read')
  @ApiOperation({ summary: 'List the messages to an alert contact' })
  @ApiOkResponse({ type: ContactMessagePageDto })
  async list(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @List(messageListFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    const { rows, total } = await this.messages.list(context, id, list);
    const self = (messageId: string) => ({ href: `${hal.href(this.path, id, 'messages')}?filter[id]=${messageId}` });
    return hal.collection(
      'messages',
      list,
      rows.map((row) => ({ ...messageDto(row), _links: { self: self(row.id) } })),
      total,
    );
  }

  /**
   * Sends one test message by every way that reaches the contact. The messages show the outcome. 409 if no way reaches
   * it.
   */
  @Post(':id/test')
  @HttpCode(202)
  @Permission('alertcontacts:write')
  @ApiOperation({ summary: 'Send an alert contact a test message' })
  @ApiAcceptedResponse({ type: TestMessagesDto })
  async test(@Ctx() context: Context, @RecordId('id') id: string): Promise<TestMessagesDto> {
    return { messages: (await this.messages.test(context, id)).map(messageDto) };
  }
}

/** The same routes under the resource's other spelling. */
@Controller('alert-contacts')
@ApiExcludeController()
export class ContactMessagesController extends ContactmessagesController {
  protected override readonly path = 'alert-contacts';
}
