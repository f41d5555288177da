import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Anchor, Button, Group, Popover, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../app/session';
import { api } from '../api/client';
import { type Api, pageOf } from '../api/types';
import { ProblemNotice } from './page-state';

type View = Api<'SavedViewDto'>;

/** Filters, order and columns under a name: one's own, and those that colleagues share. A view is an address. */
export function SavedViews() {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover position="bottom-end" opened={isOpen} onChange={setOpen} trapFocus>
      <Popover.Target>
        <Button variant="default" style={{ flexShrink: 0 }} onClick={() => setOpen(!isOpen)}>
          <Trans>Views</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Views`}>{isOpen && <Views close={() => setOpen(false)} />}</Popover.Dropdown>
    </Popover>
  );
}

function Views({ close }: { readonly close: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { history } = useRouter();
  const own = useSession()?.operator.id;
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const page = pathname.replace(/^\/(console\/)?/, '');
  const queryKey = ['saved-views', page];
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => viewsOf(page, signal) });
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const removing = useMutation({
    mutationFn: (id: string) => api.DELETE('/saved-views/{id}', { params: { path: { id } } }),
    onSuccess: refresh,
  });
  const problem = error ?? removing.error;
  return (
    <Stack gap="xs" w={280}>
      {problem && <ProblemNotice problem={problem} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No saved views.</Trans>
        </Text>
      )}
      {data?.map((view) => (
        <Group key={view.id} justify="space-between" wrap="nowrap">
          <Anchor
            component="button"
            ta="start"
            onClick={() => {
              close();
              history.push(`/console/${page}${withoutOrganization(view.address)}`);
            }}
          >
            {view.name}
          </Anchor>
          {view.operator_id === own ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Delete ${view.name}`}
              onClick={() => removing.mutate(view.id)}
            >
              <IconX size={16} />
            </ActionIcon>
          ) : (
            <Text size="xs" c="dimmed">
              <Trans>shared</Trans>
            </Text>
          )}
        </Group>
      ))}
      <NewView page={page} address={withoutOrganization(searchStr)} onSaved={refresh} />
    </Stack>
  );
}

interface NewViewProps {
  readonly page: string;
  readonly address: string;
  readonly onSaved: () => Promise<void>;
}

function NewView({ page, address, onSaved }: NewViewProps) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const saving = useMutation({
    mutationFn: () => api.POST('/saved-views', { body: { name, page, address, shared: isShared ? 1 : 0 } }),
    onSuccess: () => {
      setName('');
      return onSaved();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={t`Name`}
          value={name}
          maxLength={100}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={saving.error?.message}
        />
        <Switch
          label={t`Share with everybody here`}
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
        <Button type="submit" variant="default" loading={saving.isPending} disabled={!name.trim()}>
          <Trans>Save this view</Trans>
        </Button>
      </Stack>
    </form>
  );
}

async function viewsOf(page: string, signal: AbortSignal): Promise<readonly View[]> {
  const query = { page_size: 100, sort: 'name:asc', filter: JSON.stringify({ page: { eq: page } }) };
  const { data } = await api.GET('/saved-views', { params: { query }, signal });
  return pageOf<View>(data!).rows;
}

/** Who opens a view is in an organization already, and opens no record by it. */
function withoutOrganization(address: string): string {
  const parameters = new URLSearchParams(address);
  for (const name of ['org', 'id', 'page']) parameters.delete(name);
  const left = parameters.toString();
  return left === '' ? '' : `?${left}`;
}
