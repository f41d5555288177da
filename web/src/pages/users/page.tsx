import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Badge, Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../app/session';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { ManagedNote } from '../../parts/record/managed-note';
import { RadiusAttributes } from '../../parts/record/radius-attributes';
import { RecordList } from '../../parts/record/record-list';
import { type Named, resourceOf } from '../../parts/record/resource';
import { SwitchButton } from '../../parts/record/switch-button';
import { Time } from '../../parts/time';

type User = Named<Api<'UserDto'>>;

const route = getRouteApi('/shell/users');
const group = { resource: 'user-groups', by: 'name' } as const;
const users = resourceOf<Api<'UserDto'>>('users', { names: { table_id: group } });

export const rowsOf = users.list;

/** Accounts as they are, made by hand or by a connection. */
export function UsersPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const fields = useUserFields();
  const columns: Column<User>[] = [
    { id: 'username', title: t`User name`, sortable: true, cell: ({ username }) => username },
    {
      id: 'last_name',
      title: t`Name`,
      sortable: true,
      cell: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
    },
    { id: 'table_id', title: t`Group`, cell: ({ table_id, names }) => table_id && names?.[table_id] },
    { id: 'valid_until', title: t`Until`, sortable: true, cell: ({ valid_until }) => <Time at={valid_until} /> },
    {
      id: 'disabled',
      title: t`Status`,
      sortable: true,
      cell: ({ disabled }) =>
        disabled === 1 && (
          <Badge color="red" variant="dot">
            <Trans>Blocked</Trans>
          </Badge>
        ),
    },
    { id: 'source', title: t`Source`, cell: ({ source }) => (source ? t`Connection` : t`Manual`) },
  ];
  return (
    <RecordList<User>
      title={t`Accounts`}
      columns={columns}
      filters={[
        { name: 'username' },
        { name: 'last_name' },
        { name: 'email' },
        { name: 'disabled', values: ['0', '1'] },
        { name: 'source' },
        { name: 'external_id' },
      ]}
      bulk={[
        { label: t`Block`, op: 'update', data: { disabled: 1 } },
        { label: t`Unblock`, op: 'update', data: { disabled: 0 } },
        {
          label: t`Delete`,
          op: 'delete',
          consequence: t`The accounts and their devices are deleted, and their sessions end.`,
        },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add an account`}
      empty={{ title: t`No accounts yet`, hint: t`Connections create them. You can also add one manually.` }}
      view={{
        resource: users,
        area: 'users',
        titleOf: ({ username }) => username,
        fields,
        unmade: { title: t`New account`, values: {} },
        above: (user) => <UserState user={user} />,
        below: ({ id }) => <RadiusAttributes key={id} ownerId={id} of="user" />,
        removal: {
          label: t`Delete`,
          question: ({ username }) => t`Delete ${username}?`,
          consequence: t`The account and its devices are deleted, and their sessions end.`,
        },
      }}
    />
  );
}

function UserState({ user: { id, disabled, source } }: { readonly user: User }) {
  const { t } = useLingui();
  const mayWrite = useMay('users:write');
  const isBlocked = disabled === 1;
  return (
    <Stack gap="xs">
      {isBlocked && (
        <Alert color="red">
          <Trans>It is blocked: nobody can sign in with it.</Trans>
        </Alert>
      )}
      <ManagedNote source={source} />
      {mayWrite && (
        <Group>
          <SwitchButton
            resource={users}
            id={id}
            label={isBlocked ? t`Unblock` : t`Block`}
            changes={{ disabled: isBlocked ? 0 : 1 }}
          />
        </Group>
      )}
    </Stack>
  );
}

function useUserFields(): FormField[] {
  const { t } = useLingui();
  return [
    { name: 'username', label: t`User name`, kind: 'text', required: true, example: 'eva@example.com' },
    {
      name: 'password',
      label: t`Password`,
      kind: 'secret',
      keptDescription: t`Never shown. Leave empty to keep it.`,
    },
    { name: 'table_id', label: t`Group`, kind: 'record', lookup: group },
    { name: 'first_name', label: t`First name`, kind: 'text' },
    { name: 'last_name', label: t`Last name`, kind: 'text' },
    { name: 'email', label: t`E-mail address`, kind: 'text' },
    { name: 'phone', label: t`Telephone`, kind: 'text' },
    { name: 'valid_from', label: t`Valid from`, kind: 'instant' },
    { name: 'valid_until', label: t`Valid until`, kind: 'instant' },
    { name: 'max_devices', label: t`Simultaneous devices`, kind: 'number' },
    { name: 'comment', label: t`Note`, kind: 'text' },
    { name: 'external_id', label: t`Number in your own system`, kind: 'text' },
  ];
}
