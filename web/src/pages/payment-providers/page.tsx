import { Trans, useLingui } from '@lingui/react/macro';
import { Code, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { RecordList } from '../../parts/record/record-list';
import { type Named, resourceOf } from '../../parts/record/resource';

type Provider = Named<Api<'PaymentProviderDto'>>;

const route = getRouteApi('/shell/payment-providers');
const providers = resourceOf<Api<'PaymentProviderDto'>>('payment-providers');
const secretKey = 'rk_live_…';
const webhookSecret = 'whsec_…';

export const rowsOf = providers.list;

/** What takes the cards of guests. */
export function PaymentProvidersPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const kept = t`Never shown. Leave empty to keep it.`;
  const fields: FormField[] = [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    { name: 'secrets.secret_key', label: t`Secret key`, kind: 'secret', example: secretKey, keptDescription: kept },
    {
      name: 'secrets.webhook_secret',
      label: t`Webhook signing secret`,
      kind: 'secret',
      example: webhookSecret,
      keptDescription: kept,
    },
    { name: 'disabled', label: t`No new payments`, kind: 'flag' },
  ];
  const columns: Column<Provider>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'type', title: t`Type`, cell: ({ type }) => type },
    { id: 'secrets_set', title: t`Secrets`, cell: ({ secrets_set: names }) => names.join(', ') },
    {
      id: 'disabled',
      title: t`Status`,
      cell: ({ disabled, secrets_set: names }) =>
        disabled || !names.includes('secret_key') ? t`does not accept payments` : t`accepts payments`,
    },
  ];
  return (
    <RecordList<Provider>
      title={t`Payment providers`}
      columns={columns}
      filters={[{ name: 'name' }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a payment provider`}
      empty={{
        title: t`No payment providers yet`,
        hint: t`Lets guests pay for better access by card.`,
      }}
      view={{
        resource: providers,
        area: 'payment-providers',
        titleOf: ({ name }) => name,
        fields,
        unmade: { title: t`New payment provider`, values: { type: 'stripe' }, fields },
        above: ({ id }) => (
          <Text size="sm">
            <Trans>
              Send its events to <Code>{`${window.location.origin}/hooks/payments/${id}`}</Code>
            </Trans>
          </Text>
        ),
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Its keys are deleted too. Tiers paid by card are no longer offered.`,
        },
      }}
    />
  );
}
