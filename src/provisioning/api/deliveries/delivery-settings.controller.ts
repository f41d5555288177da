import { Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { AsksOutside } from '../../../http/idempotency/asks-outside.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import type { SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { TestMessage } from '../../deliver/send/test-message.js';
import {
  DeliverySettingsService,
  type WrittenDeliverySettings,
} from '../../deliver/settings/delivery-settings.service.js';
import {
  DeliverySettingsChangeDto,
  DeliverySettingsDto,
  deliverySettingsDto,
  DeliveryTestDto,
  DeliveryTestInputDto,
} from './delivery-settings.dto.js';

/** How credentials are delivered: of the organization, and of a connection where that differs. */
@Controller()
@Area(
  'How people are told their credentials: language, network, SMS gateway and texts, for the organization or ' +
    'one connection',
)
export class DeliverySettingsController {
  constructor(
    private readonly settings: DeliverySettingsService,
    private readonly tests: TestMessage,
  ) {}

  @Get('delivery-settings')
  @ApiOperation({ summary: 'Get how credentials are delivered' })
  @Permission('connections:read')
  @ApiOkResponse({ type: DeliverySettingsDto })
  async read(@Ctx() context: Context): Promise<DeliverySettingsDto> {
    return deliverySettingsDto(await this.settings.ofOrganization(context), null);
  }

  /** Parts that are absent stay as they are; null takes a part away. */
  @Patch('delivery-settings')
  @ApiOperation({ summary: 'Change how credentials are delivered' })
  @Permission('connections:write')
  @ApiOkResponse({ type: DeliverySettingsDto })
  async change(
    @Ctx() context: Context,
    @Values(DeliverySettingsChangeDto) input: WrittenDeliverySettings,
  ): Promise<DeliverySettingsDto> {
    return deliverySettingsDto(await this.settings.change(context, context.organizationId, input), null);
  }

  /** With an account that does not exist, by what is saved. It counts as no delivery and is not tried again. */
  @Post('delivery-settings/test')
  @AsksOutside()
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a test of how credentials are delivered' })
  @Permission('connections:write')
  @ApiOkResponse({ type: DeliveryTestDto })
  async test(
    @Ctx() context: Context,
    @Values(DeliveryTestInputDto) input: DeliveryTestInputDto,
  ): Promise<DeliveryTestDto> {
    return testDto(await this.tests.send(context, null, input));
  }

  /** By what holds for this connection. */
  @Post('connections/:id/delivery-settings/test')
  @AsksOutside()
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a test of how credentials of a connection are delivered' })
  @Permission('connections:write')
  @ApiOkResponse({ type: DeliveryTestDto })
  async testOfConnection(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(DeliveryTestInputDto) input: DeliveryTestInputDto,
  ): Promise<DeliveryTestDto> {
    return testDto(await this.tests.send(context, id, input));
  }

  /** Of the connection alone; what it leaves out is the organization's. */
  @Get('connections/:id/delivery-settings')
  @ApiOperation({ summary: 'Get how credentials of a connection are delivered' })
  @Permission('connections:read')
  @ApiOkResponse({ type: DeliverySettingsDto })
  async readOfConnection(@Ctx() context: Context, @RecordId('id') id: string): Promise<DeliverySettingsDto> {
    return deliverySettingsDto(await this.settings.ofConnection(context, id), id);
  }

  /** Parts that are absent stay as they are; null takes a part away. */
  @Patch('connections/:id/delivery-settings')
  @ApiOperation({ summary: 'Change how credentials of a connection are delivered' })
  @Permission('connections:write')
  @ApiOkResponse({ type: DeliverySettingsDto })
  async changeOfConnection(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(DeliverySettingsChangeDto) input: WrittenDeliverySettings,
  ): Promise<DeliverySettingsDto> {
    return deliverySettingsDto(await this.settings.change(context, id, input), id);
  }
}

const testDto = ({ error }: SendOutcome): DeliveryTestDto => ({ sent: error === null, detail: error });
