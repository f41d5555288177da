import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Badge, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Api } from '../../api/types';
import { useMay } from '../../app/session';
import type { Column } from '../../parts/data-table';
import { FactsTable } from '../../parts/record/facts-table';
import { RecordList } from '../../parts/record/record-list';
import { resourceOf } from '../../parts/record/resource';
import { Time } from '../../parts/time';
import { type Payment, paymentColours, useMoney, usePaymentWords, useTroubleWords } from './payment-words';

const route = getRouteApi('/shell/payments');
const lookMilliseconds = 10_000;
const payments = resourceOf<Api<'PaymentDto'>>('payments', {
  refetchInterval: lookMilliseconds,
  names: { captive_portal_id: { resource: 'captive-portals', by: 'name' } },
});

export const rowsOf = payments.list;

/** What guests pay for at portals, by card or on the room, and what came of it. */
export function PaymentsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const { states, ways, reasons } = usePaymentWords();
  const troubles = useTroubleWords();
  const troubleTitles = Object.fromEntries(Object.entries(troubles).map(([code, { title }]) => [code, title]));
  const money = useMoney();
  const columns: Column<Payment>[] = [
    { id: 'created_at', title: t`When`, sortable: true, cell: ({ created_at }) => <Time at={created_at} /> },
    { id: 'tier', title: t`Item`, cell: ({ tier }) => tier.name },
    { id: 'price', title: t`Price`, cell: ({ tier }) => money(tier.price, tier.currency) },
    { id: 'pay', title: t`How`, sortable: true, cell: ({ pay }) => ways[pay] },
    { id: 'room', title: t`Room`, sortable: true, cell: ({ room }) => room },
    {
      id: 'captive_portal_id',
      title: t`Portal`,
      cell: ({ captive_portal_id, names }) => names?.[captive_portal_id],
    },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status, problem_code: trouble }) => (
        <>
          <Badge color={paymentColours[status]} variant="dot">
            {states[status]}
          </Badge>
          {trouble && <Text size="sm">{troubles[trouble].title}</Text>}
        </>
      ),
    },
    { id: 'until', title: t`Until`, sortable: true, cell: ({ until }) => <Time at={until} /> },
  ];
  return (
    <RecordList<Payment>
      title={t`Payments`}
      columns={columns}
      filters={[
        { name: 'status', values: Object.keys(states) },
        { name: 'pay', values: Object.keys(ways) },
        { name: 'room' },
        { name: 'reason', values: Object.keys(reasons), labels: reasons },
        { name: 'problem_code', values: Object.keys(troubles), labels: troubleTitles },
        { name: 'charge_id' },
        { name: 'created_at' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      empty={{
        title: t`No payments yet`,
        hint: t`Payments made on portals appear here.`,
      }}
      view={{
        resource: payments,
        area: 'payments',
        titleOf: ({ tier }) => `${tier.name} · ${money(tier.price, tier.currency)}`,
        above: (payment) => <PaymentFacts payment={payment} />,
      }}
    />
  );
}

function PaymentFacts({ payment }: { readonly payment: Payment }) {
  const { t } = useLingui();
  const { states, ways, reasons } = usePaymentWords();
  const money = useMoney();
  const { id, tier, refunded_amount: refunded, asked_by: askedBy, paid_at: paidAt, until } = payment;
  return (
    <>
      <Trouble payment={payment} />
      <FactsTable
        facts={[
          [t`Status`, states[payment.status]],
          [t`Why`, payment.reason && (reasons[payment.reason] ?? payment.reason)],
          [t`How`, ways[payment.pay]],
          [t`Room`, payment.room],
          [t`Price`, money(tier.price, tier.currency)],
          [t`Refunded`, refunded ? money(refunded, tier.currency) : null],
          [t`Charge ID at the provider`, payment.charge_id],
          [t`Chosen`, <Time key="chosen" at={payment.created_at} />],
          [t`Paid`, paidAt && <Time key="paid" at={paidAt} />],
          [t`Until`, until && <Time key="until" at={until} />],
        ]}
      />
      <Anchor renderRoot={(props) => <Link to="/registrations" search={{ id: askedBy }} {...props} />}>
        <Trans>Guest</Trans>
      </Anchor>
      {payment.pay === 'room' && (
        <Anchor renderRoot={(props) => <Link to="/room-postings" search={{ id }} {...props} />}>
          <Trans>Room charge</Trans>
        </Anchor>
      )}
    </>
  );
}

/** Why it hangs at the payment provider, what that said, and what somebody does about it. */
function Trouble({ payment }: { readonly payment: Payment }) {
  const troubles = useTroubleWords();
  const mayOpenProvider = useMay('payment-providers:read');
  const { problem, problem_code: code, provider_id: providerId } = payment;
  if (code === null) return null;
  return (
    <>
      <Alert color="orange" title={troubles[code].title}>
        <Text size="sm">{troubles[code].remedy}</Text>
        <Text size="sm">
          <Trans>The provider is asked again every minute.</Trans>
        </Text>
        {/* The provider's own answer, for whoever asks it. */}
        <Text size="sm" c="dimmed" lang="en">
          {problem}
        </Text>
      </Alert>
      {providerId && mayOpenProvider && (
        <Anchor renderRoot={(props) => <Link to="/payment-providers" search={{ id: providerId }} {...props} />}>
          <Trans>Payment provider</Trans>
        </Anchor>
      )}
    </>
  );
}
