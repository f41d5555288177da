import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { tierPayments } from '../captive-portals/captive-portal.js';
import { PortalTierDto } from '../captive-portals/portal-tier.dto.js';
import { answerOf } from '../crud/answer-of.js';
import { type PaymentRecord, paymentStatuses, paymentTable } from './payment.entity.js';

export class PaymentDto extends LinksDto {
  /** Of a payment on the room also the id of its charge. */
  id: string;
  /** The portal where it was chosen. */
  captive_portal_id: string;
  /** The registration by which the guest had proven who they are. */
  asked_by: string;
  /** The account of that registration. */
  user_id: string;
  /** How it is paid. */
  @ApiProperty({ enum: tierPayments })
  pay: string;
  /** As it was when the guest accepted it. */
  @ApiProperty({ type: PortalTierDto })
  tier: PortalTierDto;
  /** Which room is charged; null: none is. */
  @ApiProperty({ nullable: true, type: String, example: '204' })
  room: string | null;
  /**
   * unclear: nobody knows whether the guest was charged, until somebody settles the charge. failed: nothing was
   * charged, and nothing given. refunding, refunded: it was paid by card and could not be given, or was paid back
   * later (`reason` refunded, or disputed: a dispute that was lost), which ended what was given.
   */
  @ApiProperty({ enum: paymentStatuses })
  status: string;
  /** Why it failed, could not be given, or was paid back. */
  @ApiProperty({ nullable: true, type: String, example: 'not_allowed' })
  reason: string | null;
  /** The registration that was given for it; null: nothing was. */
  registration_id: string | null;
  /** The account that was made for it; null: none was. */
  account_id: string | null;
  /** The payment provider, where it is paid by card. */
  provider_id: string | null;
  /** Of the payment page, as the provider knows it. */
  @ApiProperty({ nullable: true, type: String, example: 'cs_live_a1B2' })
  session_id: string | null;
  /** Of the money that came in, as the provider knows it. */
  @ApiProperty({ nullable: true, type: String, example: 'pi_3Abc' })
  charge_id: string | null;
  /** By card, in minor units of the tier's currency: what was paid back. A part of the price ends nothing. */
  @ApiProperty({ nullable: true, type: 'integer', example: 100 })
  refunded_amount: number | null;
  created_at: Instant;
  /** When the charge was confirmed; null: it was not. */
  paid_at: Instant | null;
  /** When what was paid for ends, or ended. */
  until: Instant | null;
}

class EmbeddedPaymentsDto {
  payments: PaymentDto[];
}

export class PaymentPageDto extends PageDto {
  _embedded: EmbeddedPaymentsDto;
}

export const paymentDto: (payment: PaymentRecord) => Omit<PaymentDto, '_links'> = answerOf(paymentTable);
