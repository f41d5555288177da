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
  const kept = t`It is never shown. Left empty, it stays as it is.`;
  const fields: FormField[] = [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    { name: 'secrets.secret_key', label: t`Secret key`, kind: 'secret', example: secretKey, description: kept },
    {
      name: 'secrets.webhook_secret',
      label: t`Signing secret of the events`,
      kind: 'secret',
      example: webhookSecret,
      description: kept,
    },
    { name: 'disabled', label: t`Takes no new payments`, kind: 'flag' },
  ];
  const columns: Column<Provider>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'type', title: t`Kind`, cell: ({ type }) => type },
    { id: 'secrets_set', title: t`Secrets`, cell: ({ secrets_set: names }) => names.join(', ') },
    {
      id: 'disabled',
      title: t`State`,
      cell: ({ disabled, secrets_set: names }) =>
        disabled || !names.includes('secret_key') ? t`takes no payments` : t`takes payments`,
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
        title: t`There is no payment provider yet`,
        hint: t`With one, guests can pay for better access by card.`,
      }}
      view={{
        resource: providers,
        area: 'payment-providers',
        titleOf: ({ name }) => name,
        fields,
        unmade: { title: t`A new payment provider`, values: { type: 'stripe' }, fields },
        above: ({ id }) => (
          <Text size="sm">
            <Trans>
              Its events go to <Code>{`${window.location.origin}/hooks/payments/${id}`}</Code>
            </Trans>
          </Text>
        ),
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Its keys go with it. Tiers that are paid by card are offered no more.`,
        },
      }}
    />
  );
}
