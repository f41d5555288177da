import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { Parameter } from '../../http/body/query.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { type SheetLayout, sheetLayouts } from '../paper/sheet-layout.js';
import { type SheetLanguage, sheetLanguages } from '../paper/sheet-words.js';
import { CardNetworksDto } from './card-networks.dto.js';
import { VoucherSheetsService } from './voucher-sheets.service.js';

@Controller('vouchers')
@Area('Vouchers to print')
export class VoucherSheetsController {
  constructor(private readonly sheets: VoucherSheetsService) {}

  /**
   * The networks that have an SSID, eldest first, for whoever chooses the one on a card and may see no more of them.
   */
  @Get('networks')
  @ApiOperation({ summary: 'List names of networks for cards' })
  @Permission('vouchers:read')
  @ApiOkResponse({ type: CardNetworksDto })
  async networks(@Ctx() context: Context, @Answer() hal: Hal) {
    return hal.about({ networks: await this.sheets.networks(context) }, 'vouchers', 'networks');
  }

  /**
   * Up to 1,000 vouchers to print, each with its code and a QR code that joins the network of the captive portal
   * where it is typed; of several, the one that gives the voucher's group. Where that is several, too, and none is
   * chosen, the card names no network, and the QR code is the voucher's own. Vouchers that can no longer be used are
   * left out.
   */
  @Get('sheet.pdf')
  @ApiOperation({ summary: 'Print vouchers' })
  @Permission('vouchers:read')
  @ApiOkResponse({ content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
  async pdf(
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Parameter('ids', { description: 'Ids of vouchers, with commas between' }) ids: string | undefined,
    @Parameter('batch', { description: 'All of one batch' }) batch: string | undefined,
    @Parameter('status', { oneOf: ['unused'], description: 'unused: only those that nobody has used yet' })
    status: 'unused' | undefined,
    @Parameter('network', { description: 'Id of the network to print; absent: the one where each voucher is typed' })
    network: string | undefined,
    @Parameter('layout', {
      oneOf: sheetLayouts,
      description:
        'a4: sheets of 24; receipt: a roll of 80 mm; badge: 62 × 100 mm; the others in millimetres; a4 when absent',
    })
    layout: SheetLayout | undefined,
    @Parameter('language', { oneOf: sheetLanguages, description: 'en when absent' })
    language: SheetLanguage | undefined,
  ): Promise<Readable> {
    const body = await this.sheets.pdf(context, {
      ids,
      batch,
      status,
      network,
      layout: layout ?? 'a4',
      language: language ?? 'en',
    });
    reply
      .header('content-type', 'application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'inline; filename="vouchers.pdf"');
    return body;
  }
}
