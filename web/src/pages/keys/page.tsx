import { Trans, useLingui } from '@lingui/react/macro';
import { Code } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import type { Values } from '../../parts/form/form-field';
import { RecordList } from '../../parts/record/record-list';
import { resourceOf } from '../../parts/record/resource';
import { ShownOnce } from '../../parts/record/shown-once';
import { Ago, Time } from '../../parts/time';
import { PermissionsInput } from '../roles/permissions-input';
import { useRoles } from '../roles/role-records';

type Key = Api<'KeyDto'>;

const route = getRouteApi('/shell/keys');
const keys = resourceOf<Key>('keys');

export const rowsOf = keys.list;

/** What programs sign in with, and what each may do. */
export function KeysPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const { byId, labels, given, isOver } = useRoles();
  const [made, setMade] = useState<{ readonly id: string; readonly token: string }>();
  const columns: Column<Key>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'prefix', title: t`Starts with`, cell: ({ prefix }) => <Code>{prefix}</Code> },
    {
      id: 'role_id',
      title: t`Permissions`,
      cell: ({ role_id, permissions }) =>
        role_id ? labels[role_id] : <Trans>{permissions?.length ?? 0} custom permissions</Trans>,
    },
    { id: 'made_by_name', title: t`Created by`, sortable: true, cell: ({ made_by_name }) => made_by_name },
    {
      id: 'expires_at',
      title: t`Expires`,
      sortable: true,
      cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} /> : <Trans>no end</Trans>),
    },
    {
      id: 'last_used_at',
      title: t`Last used`,
      sortable: true,
      cell: ({ last_used_at }) => (last_used_at ? <Ago at={last_used_at} /> : <Trans>never</Trans>),
    },
  ];
  return (
    <RecordList<Key>
      title={t`API keys`}
      columns={columns}
      filters={[
        { name: 'name' },
        { name: 'expires_at' },
        { name: 'last_used_at' },
        { name: 'role_id' },
        { name: 'made_by_name' },
        { name: 'made_by_id' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a key`}
      empty={{ title: t`No API keys yet`, hint: t`Programs need a key to use the API.` }}
      view={{
        resource: keys,
        area: 'keys',
        titleOf: ({ name }) => name,
        mayChange: ({ role_id, permissions }) => isOver(permissions ?? byId.get(role_id ?? '')?.permissions ?? ['*']),
        fields: [
          { name: 'name', label: t`Name`, kind: 'text', required: true, example: 'Front desk script' },
          {
            name: 'role_id',
            label: t`Role`,
            description: t`It gets the permissions of the role, including later changes. Without a role, choose below.`,
            kind: 'choice',
            values: given,
            labels,
          },
          { name: 'expires_at', label: t`Expires`, description: t`Empty: never.`, kind: 'instant' },
          {
            name: 'permissions',
            label: t`Permissions`,
            description: t`You can only grant permissions that you have. Ignored if a role is selected.`,
            kind: 'own',
            own: (props) => <PermissionsInput {...props} />,
          },
        ],
        bodyOf: withEither,
        unmade: { title: t`New key`, values: {} },
        onMade: (row) => setMade({ id: row.id, token: (row as Api<'NewKeyDto'>).token }),
        above: ({ id }) =>
          made?.id === id && (
            <ShownOnce
              title={t`Key, shown only once`}
              hint={t`Anybody who has it has its permissions. Treat it like a password.`}
              text={made.token}
            />
          ),
        removal: {
          label: t`Revoke`,
          question: ({ name }) => t`Revoke ${name}?`,
          consequence: t`It is rejected everywhere from now on. This cannot be undone.`,
          word: ({ name }) => name,
        },
      }}
    />
  );
}

/**
 * A key has a role or permissions of its own: a chosen role takes their place, and gives it back when it is emptied.
 */
function withEither({ role_id, permissions, ...others }: Values, before: Values): Values {
  if (typeof role_id === 'string') return { ...others, role_id };
  if (role_id === null) return { ...others, permissions: permissions ?? before.permissions ?? [] };
  return permissions === undefined ? others : { ...others, permissions };
}
