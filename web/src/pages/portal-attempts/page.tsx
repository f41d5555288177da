import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { type Column, DataTable } from '../../parts/data-table';
import { Empty, ProblemNotice } from '../../parts/page-state';
import { Ago, Time } from '../../parts/time';
import { type Attempt, attemptsQuery } from './attempt-records';

const route = getRouteApi('/shell/portal-attempts');
const lookMilliseconds = 10_000;

export const rowsOf = attemptsQuery;

/** Who failed at a portal's page so often that it is locked for a while, and the button that unlocks. */
export function PortalAttemptsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const queryClient = useQueryClient();
  const mayWrite = useMay('portal-attempts:write');
  const unlocking = useMutation({
    mutationFn: (id: string) => api.POST('/portal-attempts/unlock', { body: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['portal-attempts'] }),
  });
  const kinds: Readonly<Record<string, string>> = {
    device: t`a device`,
    room: t`a room`,
    account: t`an account`,
    portal: t`the portal as a whole`,
    vouchers: t`voucher codes, across all devices`,
  };
  const columns: Column<Attempt>[] = [
    { id: 'subject', title: t`Who`, sortable: true, cell: ({ subject }) => subject },
    { id: 'kind', title: t`What`, sortable: true, cell: ({ kind }) => kinds[kind] ?? kind },
    { id: 'captive_portal_id', title: t`Portal`, cell: ({ captive_portal_id: id, names }) => names?.[id] },
    { id: 'failures', title: t`Failures`, sortable: true, cell: ({ failures }) => failures },
    { id: 'last_at', title: t`Last`, sortable: true, cell: ({ last_at }) => <Ago at={last_at} /> },
    { id: 'locked_until', title: t`Status`, sortable: true, cell: (attempt) => <Lock attempt={attempt} /> },
    {
      id: 'unlock',
      title: t`How to fix it`,
      cell: ({ id, subject }) =>
        mayWrite && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t`Unlock ${subject}`}
            onClick={() => unlocking.mutate(id)}
          >
            <Trans>Unlock</Trans>
          </Button>
        ),
    },
  ];
  return (
    <>
      <Title order={1} mb="md">
        <Trans>Locked-out guests</Trans>
      </Title>
      {unlocking.error && <ProblemNotice problem={unlocking.error} />}
      <DataTable
        label={t`Locked-out guests`}
        columns={columns}
        fields={[
          { name: 'subject' },
          { name: 'kind', values: Object.keys(kinds) },
          { name: 'status', values: ['locked', 'counting'] },
          { name: 'last_at' },
        ]}
        query={{ ...attemptsQuery(search), refetchInterval: lookMilliseconds }}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`Nobody is locked out`}>
            {t`Guests who entered a wrong room or password too often appear here. You can unlock them.`}
          </Empty>
        }
      />
    </>
  );
}

function Lock({ attempt: { locked_until } }: { readonly attempt: Attempt }) {
  if (!locked_until || Date.parse(locked_until) <= Date.now())
    return (
      <Text size="sm">
        <Trans>Not locked yet</Trans>
      </Text>
    );
  return (
    <>
      <Badge color="red" variant="dot">
        <Trans>Locked</Trans>
      </Badge>{' '}
      <Trans>
        until <Time at={locked_until} />
      </Trans>
    </>
  );
}
