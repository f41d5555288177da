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
  return { states, ways };
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
