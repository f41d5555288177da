import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { GuestCardInputDto, type GuestCardValues } from './guest-actions.dto.js';
import { GuestCards } from './guest-card.service.js';

@Controller('guests/:id')
@Area('Everybody known, and what a reception does for them')
export class GuestCardsController {
  constructor(private readonly cards: GuestCards) {}

  /**
   * One card: name, room, network, account, a QR code that joins the network where a code can, and the password if the
   * call has it (as `POST /guests/{id}/password` just showed it).
   */
  @Post('card.pdf')
  @HttpCode(200)
  @Permission('guests:read')
  @ApiOperation({ summary: 'Print the Wi-Fi card of somebody' })
  @ApiOkResponse({ content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
  async card(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GuestCardInputDto) { layout, language, password }: GuestCardValues,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const body = await this.cards.pdf(context, id, {
      layout: layout ?? 'a4',
      language: language ?? 'en',
      password: password ?? null,
    });
    reply
      .header('content-type', 'application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'inline; filename="wifi.pdf"');
    return body;
  }
}
