import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../app/session';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { Time } from '../../parts/time';
import { PermissionsInput } from './permissions-input';
import { RoleFacts } from './role-facts';
import { isWithin, type Role, roles, useRoleName } from './role-records';

const route = getRouteApi('/shell/roles');

export const rowsOf = roles.list;

/** What operators and keys may do, by name. */
export function RolesPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const own = useSession()?.permissions ?? [];
  const nameOf = useRoleName();
  const columns: Column<Role>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: (role) => nameOf(role) },
    { id: 'permissions', title: t`Permissions`, cell: ({ permissions }) => <Extent permissions={permissions} /> },
    {
      id: 'built_in',
      title: t`Type`,
      cell: ({ built_in }) => (built_in ? <Trans>Built-in</Trans> : <Trans>Custom</Trans>),
    },
    { id: 'updated_at', title: t`Changed`, sortable: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
  ];
  return (
    <RecordList<Role>
      title={t`Roles`}
      columns={columns}
      filters={[{ name: 'name' }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a role`}
      empty={{ title: t`No roles found`, hint: t`The four built-in roles cannot be deleted.` }}
      view={{
        resource: roles,
        area: 'roles',
        titleOf: nameOf,
        mayChange: ({ built_in, permissions }) => !built_in && isWithin(own, permissions),
        fields: [
          { name: 'name', label: t`Name`, kind: 'text', required: true, example: 'Night desk' },
          {
            name: 'permissions',
            label: t`Permissions`,
            description: t`You can only grant permissions that you have.`,
            kind: 'own',
            own: (props) => <PermissionsInput {...props} />,
          },
        ],
        unmade: { title: t`New role`, values: { permissions: [] } },
        above: (role) =>
          role.built_in && (
            <Text size="sm">
              <Trans>It is the same everywhere and cannot be changed.</Trans>
            </Text>
          ),
        below: (role) => <RoleFacts role={role} />,
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`It can be deleted once no one has it.`,
        },
      }}
    />
  );
}

function Extent({ permissions }: { readonly permissions: readonly string[] }) {
  if (permissions.includes('*')) return <Trans>Everything</Trans>;
  const reads = permissions.filter((each) => each.endsWith(':read')).length;
  const writes = permissions.length - reads;
  return (
    <Trans>
      views {reads} areas, edits {writes}
    </Trans>
  );
}
