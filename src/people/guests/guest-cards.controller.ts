import { Controller, Header, HttpCode, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import {
  GuestCardInputDto,
  type GuestCardValues,
  GuestMessageInputDto,
  GuestSentDto,
  GuestShownDto,
  GuestShownInputDto,
} from './guest-card.dto.js';
import { GuestCredentials } from './guest-credentials.service.js';
import { GuestCards } from './guest-card.service.js';

@Controller('guests/:id')
@Area('Everybody known, and what a reception does for them')
export class GuestCardsController {
  constructor(
    private readonly cards: GuestCards,
    private readonly credentials: GuestCredentials,
  ) {}

  /**
   * One card with name, room, network, account, a QR code if one can join the network, and the password: the one in the
   * call (as `POST /guests/{id}/password` just showed it), or the connection's, if it is still valid.
   */
  @Post('card.pdf')
  @HttpCode(200)
  @Permission('guests:write')
  @ApiOperation({ summary: 'Print the Wi-Fi card of somebody' })
  @ApiOkResponse({ content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
  async card(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GuestCardInputDto) { layout, language, password, network }: GuestCardValues,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const body = await this.cards.pdf(context, id, {
      layout: layout ?? 'a4',
      language: language ?? 'en',
      password: password ?? null,
      network: network ?? null,
    });
    reply
      .header('content-type', 'application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'inline; filename="wifi.pdf"');
    return body;
  }

  /** What the card has, for a screen that the guest looks at: with the text of a QR code by which her phone joins. */
  @Post('card')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Permission('guests:write')
  @ApiOperation({ summary: 'Show the Wi-Fi card of somebody' })
  @ApiOkResponse({ type: GuestShownDto })
  async shown(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GuestShownInputDto) { password, network }: GuestCardValues,
    @Answer() hal: Hal,
  ) {
    const card = await this.cards.shown(context, id, { password: password ?? null, network: network ?? null });
    return hal.resource('guests', { id, ...card });
  }

  /** Sends the credentials once, to the person's own address or another, whatever the connection's rules say. */
  @Post('credential')
  @Permission('guests:write')
  @ApiOperation({ summary: 'Send somebody the credential' })
  @ApiCreatedResponse({ type: GuestSentDto })
  async send(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GuestMessageInputDto) { to, address, password }: GuestMessageInputDto,
    @Answer() hal: Hal,
  ) {
    const sent = await this.credentials.send(context, id, {
      to: to as 'email' | 'sms',
      address: address ?? null,
      password: password ?? null,
    });
    return hal.created('deliveries', { id: sent });
  }
}
