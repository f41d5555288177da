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
    { id: 'type', title: t`Form`, sortable: true, cell: ({ type }) => type },
    { id: 'events', title: t`Events`, cell: ({ events }) => events.join(', ') },
    { id: 'disabled', title: t`State`, sortable: true, cell: (webhook) => <State webhook={webhook} /> },
    { id: 'created_at', title: t`Known`, sortable: true, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  const type: FormField = {
    name: 'type',
    label: t`Form`,
    description: t`webhook: signed HTTP requests; syslog and cef: lines for a log server. It stays.`,
    kind: 'choice',
    values: ['webhook', 'syslog', 'cef'],
    required: true,
  };
  const fields: FormField[] = [
    ...(search.id === 'new' ? [type] : []),
    {
      name: 'url',
      label: t`Address`,
      description: t`Kept sealed: only its beginning is shown again.`,
      kind: 'text',
      required: true,
      example: 'https://hooks.example.com/wifi',
    },
    { name: 'events', label: t`Events`, kind: 'choices', values: eventNames },
    { name: 'description', label: t`Note`, kind: 'text' },
    { name: 'disabled', label: t`Switched off`, kind: 'flag' },
  ];
  return (
    <RecordList<Webhook>
      title={t`Webhooks`}
      columns={columns}
      filters={[{ name: 'description' }, { name: 'type', values: ['webhook', 'syslog', 'cef'] }, { name: 'disabled' }]}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      add={t`Add a webhook`}
      empty={{ title: t`Nobody is told of events`, hint: t`Add the address of a system that wants to know.` }}
      view={{
        resource: webhooks,
        area: 'webhooks',
        titleOf: ({ url, description }) => description || url,
        fields,
        unmade: {
          title: t`A new webhook`,
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
          consequence: t`What waits is not sent, and what was sent is forgotten.`,
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
        <Trans>Given up</Trans>
      </Badge>
    );
  if (disabled === 1)
    return (
      <Badge color="gray" variant="dot">
        <Trans>Switched off</Trans>
      </Badge>
    );
  return failing_since ? (
    <Badge color="yellow" variant="dot">
      <Trans>Takes nothing</Trans>
    </Badge>
  ) : (
    <Badge color="green" variant="dot">
      <Trans>In order</Trans>
    </Badge>
  );
}
