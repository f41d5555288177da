import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Parameter } from '../../http/body/query.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Settings } from '../../kernel/settings.js';
import { baseOf } from '../visit/visitor.js';
import { type SignLayout, signLayouts } from './sign-layout.js';
import { type CodeContent, codeContents, PortalSigns } from './portal-signs.js';

const binary = { type: 'string', format: 'binary' } as const;
const ofWords = 'wifi: how to join the network; address: where the page is. wifi when absent, where a code can say it';

@Controller('captive-portals')
@Area('Pages on which guests sign in to an open network')
export class PortalSignsController {
  constructor(
    private readonly signs: PortalSigns,
    private readonly settings: Settings,
  ) {}

  /**
   * A sign for the wall: name and logo of the house, name of the network with a QR code that joins it, and the page's
   * address to type, in the languages of the portal. The code of a network with a passphrase needs
   * captive-portals:write, too; without, it leads to the page.
   */
  @Get(':id/sign.pdf')
  @ApiOperation({ summary: 'Print a sign for a captive portal' })
  @Permission('captive-portals:read')
  @ApiOkResponse({ content: { 'application/pdf': { schema: binary } } })
  async pdf(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Parameter('layout', { oneOf: signLayouts, description: 'a4 when absent' }) layout: SignLayout | undefined,
  ): Promise<Readable> {
    const body = await this.signs.pdf(context, id, layout ?? 'a4', baseOf(request, this.settings));
    reply
      .header('content-type', 'application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'inline; filename="wifi.pdf"');
    return body;
  }

  /** The QR code alone, for a design of your own. 409 if `of` is wifi and the network has no name. */
  @Get(':id/code.svg')
  @ApiOperation({ summary: 'The QR code of a captive portal as SVG' })
  @Permission('captive-portals:read')
  @ApiOkResponse({ content: { 'image/svg+xml': { schema: { type: 'string' } } } })
  async svg(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Parameter('of', { oneOf: codeContents, description: ofWords }) of: CodeContent | undefined,
  ): Promise<string> {
    const body = await this.signs.svg(await this.signs.code(context, id, of, baseOf(request, this.settings)));
    reply.header('content-type', 'image/svg+xml').header('cache-control', 'no-store');
    return body;
  }

  /** The same as PNG, 800 pixels a side. */
  @Get(':id/code.png')
  @ApiOperation({ summary: 'The QR code of a captive portal as PNG' })
  @Permission('captive-portals:read')
  @ApiOkResponse({ content: { 'image/png': { schema: binary } } })
  async png(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Parameter('of', { oneOf: codeContents, description: ofWords }) of: CodeContent | undefined,
  ): Promise<Buffer> {
    const body = await this.signs.png(await this.signs.code(context, id, of, baseOf(request, this.settings)));
    reply.header('content-type', 'image/png').header('cache-control', 'no-store');
    return body;
  }
}
