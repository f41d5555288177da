import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { tierPayments } from '../captive-portals/portal-tier.js';
import { PortalTierDto } from '../captive-portals/portal-tier.dto.js';
import { answerOf } from '../crud/answer-of.js';
import { paymentProblemCodes, type PaymentRecord, paymentStatuses, paymentTable } from './payment.entity.js';

export class PaymentDto extends LinksDto {
  /** For a payment on the room also the id of its charge. */
  id: string;
  /** The portal where it was chosen. */
  captive_portal_id: string;
  /** The registration with which the guest identified themselves. */
  asked_by: string;
  /** The account of that registration. */
  user_id: string;
  /** How it is paid. */
  @ApiProperty({ enum: tierPayments })
  pay: string;
  /** The price when the guest accepted it. */
  @ApiProperty({ type: PortalTierDto })
  tier: PortalTierDto;
  /** The room that is charged; null: none. */
  @ApiProperty({ nullable: true, type: String, example: '204' })
  room: string | null;
  /**
   * unclear: it is not known whether the guest was charged, until a person settles the charge. failed: nothing was
   * charged and nothing given. refunding, refunded: it was paid by card, but access could not be given, or the money
   * went back later (`reason` refunded, or disputed: a lost dispute), which ended the access.
   */
  @ApiProperty({ enum: paymentStatuses })
  status: string;
  /** Why it failed, could not be given, or was paid back. */
  @ApiProperty({ nullable: true, type: String, example: 'not_allowed' })
  reason: string | null;
  /** The registration that it paid for; null: none was made. */
  registration_id: string | null;
  /** The account that was created for it; null: none was. */
  account_id: string | null;
  /** The payment provider, where it is paid by card. */
  provider_id: string | null;
  /** The provider's id of the payment page. */
  @ApiProperty({ nullable: true, type: String, example: 'cs_live_a1B2' })
  session_id: string | null;
  /** The provider's id of the charge. */
  @ApiProperty({ nullable: true, type: String, example: 'pi_3Abc' })
  charge_id: string | null;
  /** Amount refunded to the card, in minor units of the tier's currency. A partial refund does not end access. */
  @ApiProperty({ nullable: true, type: 'integer', example: 100 })
  refunded_amount: number | null;
  /** Why the payment provider could not be asked about it, and what to do; asked every minute. Null: it could. */
  @ApiProperty({ nullable: true, type: String, example: 'The payment provider does not answer' })
  problem: string | null;
  /**
   * What kind of problem that is. key_refused: the provider refuses the secret key. payment_missing: its account does
   * not know the payment. unreachable: it does not answer, or asks to be left alone for a while. refused: it refuses
   * for another reason. failed: the log says why. Null: no problem.
   */
  @ApiProperty({ nullable: true, enum: paymentProblemCodes, example: 'unreachable' })
  problem_code: string | null;
  created_at: Instant;
  /** When the charge was confirmed; null: not confirmed. */
  paid_at: Instant | null;
  /** When the access that was paid for ends or ended. */
  until: Instant | null;
}

class EmbeddedPaymentsDto {
  payments: PaymentDto[];
}

export class PaymentPageDto extends PageDto {
  _embedded: EmbeddedPaymentsDto;
}

export const paymentDto: (payment: PaymentRecord) => Omit<PaymentDto, '_links'> = answerOf(paymentTable);
