import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';
import type { Named } from '../../parts/record/resource';

export type Payment = Named<Api<'PaymentDto'>>;

export const paymentColours = {
  open: 'gray',
  unclear: 'orange',
  paid: 'green',
  failed: 'red',
  refunding: 'yellow',
  refunded: 'gray',
} as const satisfies Record<Payment['status'], string>;

export function usePaymentWords() {
  const { t } = useLingui();
  const states: Readonly<Record<Payment['status'], string>> = {
    open: t`Open`,
    unclear: t`Unclear`,
    paid: t`Paid`,
    failed: t`Failed`,
    refunding: t`Refunding`,
    refunded: t`Refunded`,
  };
  const ways: Readonly<Record<Payment['pay'], string>> = { room: t`Room charge`, card: t`Card payment` };
  const reasons: Readonly<Record<string, string>> = {
    not_allowed: t`The guest may not charge to the room`,
    credit_limit: t`The credit limit of the room is reached`,
    unknown_room: t`Nobody is checked in to this room`,
    not_now: t`The hotel system was closing its day`,
    unreachable: t`The other system was not reached in time: nothing was charged`,
    refused: t`The hotel system rejected the charge`,
    refunded: t`Refunded at the payment provider`,
    disputed: t`The dispute about it was lost`,
    cancelled: t`The guest turned back`,
    expired: t`The guest did not pay in time`,
    unknown: t`The payment provider does not know the payment: its key was probably replaced by one of another account`,
    not_given: t`The access could not be given: the price is refunded`,
    erased: t`The guest's data was erased`,
  };
  return { states, ways, reasons };
}

type Trouble = NonNullable<Payment['problem_code']>;

/** What is wrong between us and the payment provider, and what somebody does about it. */
export function useTroubleWords(): Readonly<Record<Trouble, { readonly title: string; readonly remedy: string }>> {
  const { t } = useLingui();
  return {
    key_refused: {
      title: t`The payment provider refuses the secret key`,
      remedy: t`The key was revoked, or lacks a right. Set a valid one under Payment providers.`,
    },
    payment_missing: {
      title: t`The payment provider does not know the payment`,
      remedy: t`Its key is of another account. Set one of the account with which the payment was made.`,
    },
    unreachable: {
      title: t`The payment provider cannot be reached`,
      remedy: t`Nothing needs to be done unless it lasts: then check the provider's status page and the firewall.`,
    },
    refused: {
      title: t`The payment provider refuses the request`,
      remedy: t`Look the payment up at the provider, by its response and the charge ID.`,
    },
    failed: {
      title: t`Following the payment failed`,
      remedy: t`The service's log says why, under the ID of the payment.`,
    },
  };
}

/** Minor units as money in the reader's language: 490 of EUR is 4.90. */
export function useMoney(): (amount: number, currency: string) => string {
  const { i18n } = useLingui();
  return (amount, currency) => {
    const style = { style: 'currency', currency } as const;
    const digits = new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2;
    return i18n.number(amount / 10 ** digits, style);
  };
}
