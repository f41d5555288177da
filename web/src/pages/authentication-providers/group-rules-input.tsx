import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import type { Api } from '../../api/types';
import type { OwnInputProps } from '../../parts/form/form-field';
import { RecordInput } from '../../parts/form/record-input';
import { RowsInput } from '../portal/rows-input';

type Rule = Partial<Api<'ProviderGroupDto'>>;

const mostRules = 100;
const groups = { resource: 'user-groups', by: 'name' } as const;

/** Whom of a provider's people a group is for: by a group there, or by what a claim says. */
export function GroupRulesInput(props: OwnInputProps) {
  const { t } = useLingui();
  return (
    <RowsInput<Rule> {...props} most={mostRules} blank={{ group: '' }} titleOf={(_, place) => t`Rule ${place}`}>
      {(row, change, problemOf) => {
        const text = (part: 'group' | 'claim' | 'value', label: string) => (
          <TextInput
            label={label}
            value={row[part] ?? ''}
            onChange={({ currentTarget: { value } }) => change({ [part]: value || undefined } as Rule)}
            disabled={props.disabled}
            error={problemOf(part)}
          />
        );
        return (
          <>
            {row.claim === undefined && text('group', t`Members of this provider group`)}
            {!row.group && text('claim', t`Or users with this claim`)}
            {!row.group && row.claim !== undefined && text('value', t`Value`)}
            <RecordInput
              label={t`Group`}
              lookup={groups}
              value={row.table_id ?? null}
              onChange={(id) => change({ table_id: id ?? undefined } as Rule)}
              disabled={props.disabled}
              error={problemOf('table_id')}
            />
          </>
        );
      }}
    </RowsInput>
  );
}
