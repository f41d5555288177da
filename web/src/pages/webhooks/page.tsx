import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { RecordList } from '../../parts/record/record-list';
import { Ago } from '../../parts/time';
import { Deliveries } from './deliveries';
import { eventNames, type Webhook, webhooks } from './webhook-records';
import { WebhookState } from './webhook-state';

const route = getRouteApi('/shell/webhooks');

export const rowsOf = webhooks.list;

/** Who is told of events, whether they take them, and what was sent. */
export function WebhooksPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>();
  const columns: Column<Webhook>[] = [
    { id: 'url', title: t`Address`, sortable: true, cell: ({ url }) => url },
    { id: 'description', title: t`Note`, sortable: true, cell: ({ description }) => description },
    { id: 'type', title: t`Format`, sortable: true, cell: ({ type }) => type },
    { id: 'events', title: t`Events`, cell: ({ events }) => events.join(', ') },
    { id: 'disabled', title: t`Status`, sortable: true, cell: (webhook) => <State webhook={webhook} /> },
    { id: 'created_at', title: t`Created`, sortable: true, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  const type: FormField = {
    name: 'type',
    label: t`Format`,
    description: t`webhook: signed HTTP requests. syslog and cef: lines for a log server. Cannot be changed later.`,
    kind: 'choice',
    values: ['webhook', 'syslog', 'cef'],
    required: true,
  };
  const fields: FormField[] = [
    ...(search.id === 'new' ? [type] : []),
    {
      name: 'url',
      label: t`Address`,
      description: t`Stored encrypted: only its beginning is shown.`,
      kind: 'text',
      required: true,
      example: 'https://hooks.example.com/wifi',
    },
    { name: 'events', label: t`Events`, kind: 'choices', values: eventNames },
    { name: 'description', label: t`Note`, kind: 'text' },
    { name: 'disabled', label: t`Disabled`, kind: 'flag' },
  ];
  return (
    <RecordList<Webhook>
      title={t`Webhooks`}
      columns={columns}
      filters={[{ name: 'description' }, { name: 'type', values: ['webhook', 'syslog', 'cef'] }, { name: 'disabled' }]}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      add={t`Add a webhook`}
      empty={{ title: t`No webhooks yet`, hint: t`Add the URL that should receive events.` }}
      view={{
        resource: webhooks,
        area: 'webhooks',
        titleOf: ({ url, description }) => description || url,
        fields,
        unmade: {
          title: t`New webhook`,
          values: { type: 'webhook', events: ['device.connected', 'device.disconnected'] },
        },
        onMade: (row) => setMade({ id: row.id, secret: (row as NewWebhook).secret }),
        above: (webhook) => (
          <WebhookState webhook={webhook} madeSecret={made?.id === webhook.id ? made.secret : undefined} />
        ),
        below: (webhook) => <Deliveries webhook={webhook} />,
        removal: {
          label: t`Delete`,
          question: ({ url, description }) => t`Delete ${description || url}?`,
          consequence: t`Pending deliveries are not sent, and the delivery log is deleted.`,
        },
      }}
    />
  );
}

type NewWebhook = Webhook & { readonly secret: string };

function State({ webhook: { disabled, disabled_reason, failing_since } }: { readonly webhook: Webhook }) {
  if (disabled_reason)
    return (
      <Badge color="red" variant="dot">
        <Trans>Failed</Trans>
      </Badge>
    );
  if (disabled === 1)
    return (
      <Badge color="gray" variant="dot">
        <Trans>Disabled</Trans>
      </Badge>
    );
  return failing_since ? (
    <Badge color="yellow" variant="dot">
      <Trans>Failing</Trans>
    </Badge>
  ) : (
    <Badge color="green" variant="dot">
      <Trans>OK</Trans>
    </Badge>
  );
}
