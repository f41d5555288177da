import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../app/session';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { useGroupPolicyFields, wholeEntries } from '../../parts/record/group-policy';
import { RecordList } from '../../parts/record/record-list';
import { ConditionsInput } from './conditions-input';
import { useConditionWords } from './condition-words';
import { Impact } from './impact';
import { OrderCell } from './order-cell';
import { policies, type Policy, policyOrder } from './policy-records';
import { TestBench } from './test-bench';

const route = getRouteApi('/shell/policies');

/** Who is let in under which conditions: in order, the first that matches decides. */
export function PoliciesPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const mayWrite = useMay('policies:write');
  const fields = usePolicyFields();
  const { fields: words } = useConditionWords();
  const order = useQuery(policyOrder).data;
  const [isTrying, setIsTrying] = useState(false);
  const isInOrder = mayWrite && order && !search.q && !search.sort;
  const columns: Column<Policy>[] = [
    { id: 'name', title: t`Name`, cell: ({ name }) => name },
    ...(isInOrder
      ? [{ id: 'order', title: t`Order`, cell: (row: Policy) => <OrderCell policy={row} order={order} /> }]
      : []),
    { id: 'priority', title: t`Number`, sortable: true, cell: ({ priority }) => priority },
    {
      id: 'effect',
      title: t`Effect`,
      sortable: true,
      cell: ({ effect, enabled }) =>
        enabled ? (
          <Badge color={effect === 'permit' ? 'green' : 'red'} variant="dot">
            {effect === 'permit' ? <Trans>Allow</Trans> : <Trans>Deny</Trans>}
          </Badge>
        ) : (
          <Badge color="gray" variant="dot">
            <Trans>Disabled</Trans>
          </Badge>
        ),
    },
    {
      id: 'conditions',
      title: t`About`,
      cell: ({ conditions }) =>
        conditions.length === 0 ? t`everybody` : [...new Set(conditions.map(({ field }) => words[field]))].join(', '),
    },
    { id: 'description', title: t`Note`, cell: ({ description }) => description },
  ];
  return (
    <>
      <RecordList<Policy>
        title={t`Policies`}
        columns={columns}
        filters={[
          { name: 'name' },
          { name: 'effect', values: ['permit', 'deny'] },
          { name: 'enabled', values: ['true', 'false'] },
        ]}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        add={t`Add a policy`}
        actions={
          <Button variant="default" aria-haspopup="dialog" onClick={() => setIsTrying(true)}>
            <Trans>Try a sign-in</Trans>
          </Button>
        }
        empty={{ title: t`No policies`, hint: t`Known users get access as set by their group.` }}
        view={{
          resource: inOrder,
          area: 'policies',
          titleOf: ({ name }) => name,
          fields,
          unmade: {
            title: t`New policy`,
            values: { effect: 'deny', match: 'all', enabled: true, priority: 0, conditions: [] },
          },
          bodyOf: (changes, before) => wholeEntries('reply', changes, before),
          preview: (body, id) => <Impact body={body} id={id} />,
          removal: {
            label: t`Delete`,
            question: ({ name }) => t`Delete ${name}?`,
            consequence: t`Only the other policies will apply. Disable it instead to keep it for later.`,
          },
        }}
      />
      {isTrying && <TestBench onClose={() => setIsTrying(false)} />}
    </>
  );
}

/** As they are tried: at the same number those that refuse come first. */
const inOrder: typeof policies = {
  ...policies,
  list: (search) => policies.list(search.sort ? search : { ...search, sort: 'priority:asc,effect:asc' }),
};

export const rowsOf = inOrder.list;

function usePolicyFields(): FormField[] {
  const { t } = useLingui();
  const reply = useGroupPolicyFields('reply');
  return [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    { name: 'description', label: t`Note`, kind: 'text' },
    { name: 'enabled', label: t`Enabled`, kind: 'switch' },
    {
      name: 'effect',
      label: t`Effect`,
      kind: 'choice',
      required: true,
      values: ['permit', 'deny'],
      labels: { permit: t`Allow`, deny: t`Deny` },
    },
    { name: 'priority', label: t`Number`, kind: 'number', description: t`Lower ones are tried first.` },
    {
      name: 'match',
      label: t`Match`,
      kind: 'choice',
      required: true,
      values: ['all', 'any'],
      labels: { all: t`all conditions match`, any: t`any condition matches` },
    },
    {
      name: 'conditions',
      label: t`Conditions`,
      kind: 'own',
      own: (input) => <ConditionsInput {...input} />,
    },
    ...reply,
  ];
}
