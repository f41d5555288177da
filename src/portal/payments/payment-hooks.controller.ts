import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Area } from '../../http/openapi/area.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { Raw } from '../../http/raw.decorator.js';
import { PaymentEvents } from './payment-events.js';

const mostBytes = 2 ** 18;

@Public()
@Controller('hooks/payments')
@Area('Where outside systems push to a connection: each by the scheme that its vendor has, without an API key')
export class PaymentHooksController {
  constructor(private readonly events: PaymentEvents) {}

  /** Proven by the signature over the raw bytes. `checkout.session.*`, `charge.refunded` and
   * `charge.dispute.closed` count, all others are ignored. */
  @Post(':provider_id')
  @HttpCode(204)
  @Raw({ bodyLimitBytes: mostBytes })
  @ApiOperation({ summary: 'Push an event of a payment provider' })
  @ApiParam({ name: 'provider_id', schema: { type: 'string', format: 'uuid' }, description: 'Id of the provider' })
  @ApiConsumes('*/*')
  @ApiBody({ required: false, description: 'As Stripe sends it', schema: { type: 'string', format: 'binary' } })
  @ApiNoContentResponse()
  async receive(@Param('provider_id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const { 'stripe-signature': said } = request.headers;
    const headers: Record<string, string> = typeof said === 'string' ? { 'stripe-signature': said } : {};
    const body = request.rawBody ?? Buffer.alloc(0);
    await this.events.receive(id.toLowerCase(), { headers, body, requestId: request.call.requestId });
  }
}
