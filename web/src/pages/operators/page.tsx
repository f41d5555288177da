import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Api } from '../../api/types';
import { useMay } from '../../app/session';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { Ago } from '../../parts/time';
import { useRoles } from '../roles/role-records';
import { type Operator, operators } from './operator-records';
import { OperatorState } from './operator-state';

const route = getRouteApi('/shell/operators');
const colours: Readonly<Record<string, string>> = { active: 'green', invited: 'yellow', disabled: 'red' };

export const rowsOf = operators.list;

/** Who runs this, with which role, and how she signs in. */
export function OperatorsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const mayWrite = useMay('operators:write');
  const { byId, labels, given, isOver } = useRoles();
  const [invited, setInvited] = useState<{ readonly id: string; readonly link: string | null }>();
  const mayChange = ({ role_id }: Operator) => isOver(byId.get(role_id)?.permissions ?? ['*']);
  const states: Readonly<Record<string, string>> = {
    active: t`Can sign in`,
    invited: t`Invited`,
    disabled: t`Blocked`,
  };
  const columns: Column<Operator>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'email', title: t`E-mail address`, sortable: true, cell: ({ email }) => email },
    { id: 'role_id', title: t`Role`, cell: ({ role_id }) => labels[role_id] },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status }) => (
        <Badge variant="dot" color={colours[status] ?? 'gray'}>
          {states[status] ?? status}
        </Badge>
      ),
    },
    {
      id: 'totp',
      title: t`Two-factor authentication`,
      sortable: true,
      cell: ({ totp }) => (totp === 1 ? <Trans>Authenticator app</Trans> : <Trans>none</Trans>),
    },
    {
      id: 'signed_in_at',
      title: t`Last signed in`,
      sortable: true,
      cell: ({ signed_in_at }) => <Ago at={signed_in_at} />,
    },
  ];
  return (
    <RecordList<Operator>
      title={t`Operators`}
      columns={columns}
      filters={[
        { name: 'name' },
        { name: 'email' },
        { name: 'status', values: ['active', 'invited', 'disabled'] },
        { name: 'totp', values: ['0', '1'] },
        { name: 'role_id' },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Invite operator`}
      empty={{ title: t`Nobody found`, hint: t`Remove a word from the filter.` }}
      view={{
        resource: operators,
        area: 'operators',
        titleOf: ({ name }) => name,
        mayChange,
        fields: [
          { name: 'name', label: t`Name`, kind: 'text', required: true, example: 'Eva Nováková' },
          { name: 'email', label: t`E-mail address`, kind: 'text', required: true },
          {
            name: 'role_id',
            label: t`Role`,
            description: t`Only your own and those below it.`,
            kind: 'choice',
            required: true,
            values: given,
            labels,
          },
        ],
        unmade: { title: t`New operator`, values: {} },
        onMade: (row) => setInvited({ id: row.id, link: (row as Api<'InvitedOperatorDto'>).invitation_link }),
        above: (operator) => (
          <OperatorState
            operator={operator}
            madeLink={invited?.id === operator.id ? invited.link : undefined}
            mayChange={mayWrite && mayChange(operator)}
          />
        ),
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Any pending invitation is revoked and all sessions end. API keys they created keep working.`,
        },
      }}
    />
  );
}
