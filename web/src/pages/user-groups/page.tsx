import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { Api } from '../../api/types';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { useGroupPolicyFields, wholeEntries } from '../../parts/record/group-policy';
import { ManagedNote } from '../../parts/record/managed-note';
import { RadiusAttributes } from '../../parts/record/radius-attributes';
import { RecordList } from '../../parts/record/record-list';
import { resourceOf } from '../../parts/record/resource';

type UserGroup = Api<'UserGroupDto'>;

const route = getRouteApi('/shell/user-groups');
const userGroups = resourceOf<UserGroup>('user-groups');

export const rowsOf = userGroups.list;

/** What their members get: speed, hours, VLAN. */
export function UserGroupsPage() {
  const { t, i18n } = useLingui();
  const navigate = route.useNavigate();
  const policyFields = useGroupPolicyFields('policy');
  const fields: FormField[] = [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    { name: 'comment', label: t`Note`, kind: 'text' },
    ...policyFields,
    { name: 'priority', label: t`Sort order`, kind: 'number' },
    { name: 'external_id', label: t`Number in your own system`, kind: 'text' },
  ];
  const megabits = (bits: number | undefined) =>
    bits && i18n.number(bits / 1_000_000, { style: 'unit', unit: 'megabit-per-second' });
  const columns: Column<UserGroup>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    {
      id: 'speed',
      title: t`Speed`,
      cell: ({ policy }) =>
        [
          ['↓', megabits(policy.bandwidth_down)],
          ['↑', megabits(policy.bandwidth_up)],
        ]
          .filter(([, speed]) => speed)
          .map((each) => each.join(' '))
          .join(' '),
    },
    { id: 'vlan', title: t`VLAN`, cell: ({ policy }) => policy.vlan },
    { id: 'hours', title: t`Hours`, cell: ({ policy }) => policy.login_time },
    { id: 'devices', title: t`Simultaneous devices`, cell: ({ policy }) => policy.simultaneous_use },
    { id: 'comment', title: t`Note`, cell: ({ comment }) => comment },
  ];
  return (
    <RecordList<UserGroup>
      title={t`Groups`}
      columns={columns}
      filters={[{ name: 'name' }, { name: 'comment' }, { name: 'external_id' }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a group`}
      empty={{ title: t`No groups yet`, hint: t`Groups set what their members get: speed, hours, VLAN.` }}
      view={{
        resource: userGroups,
        area: 'user-groups',
        titleOf: ({ name }) => name,
        fields,
        unmade: { title: t`New group`, values: { priority: 0 } },
        bodyOf: (changes, before) => wholeEntries('policy', changes, before),
        above: ({ source }) => <ManagedNote source={source} />,
        below: ({ id }) => <RadiusAttributes key={id} ownerId={id} of="group" />,
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Remove all members before you delete a group.`,
        },
      }}
    />
  );
}
