import { useLingui } from '@lingui/react/macro';
import { Checkbox, Select } from '@mantine/core';
import type { Api } from '../../api/types';
import type { OwnInputProps } from '../../parts/form/form-field';
import { RowsInput } from './rows-input';

type Asked = Api<'RegistrationFieldDto'>;

const names = ['first_name', 'last_name', 'email', 'phone', 'company'] as const satisfies readonly Asked['name'][];

/** What those who register are asked for, in this order, each once. */
export function AskedFieldsInput(props: OwnInputProps) {
  const { t } = useLingui();
  const words = {
    first_name: t`First name`,
    last_name: t`Last name`,
    email: t`E-mail address`,
    phone: t`Telephone number`,
    company: t`Company`,
  };
  const given = (props.value as readonly Asked[]).map(({ name }) => name);
  const free = names.find((name) => !given.includes(name));
  return (
    <RowsInput<Asked>
      {...props}
      most={names.length}
      blank={free && { name: free, required: 1 }}
      titleOf={({ name }) => words[name]}
    >
      {(row, change, problemOf) => (
        <>
          <Select
            label={t`What`}
            allowDeselect={false}
            data={names
              .filter((name) => name === row.name || !given.includes(name))
              .map((name) => ({ value: name, label: words[name] }))}
            value={row.name}
            onChange={(name) => name && change({ name: name as Asked['name'] })}
            disabled={props.disabled}
            error={problemOf('name')}
          />
          <Checkbox
            label={t`Without it nobody can sign in`}
            checked={row.required === 1}
            onChange={(event) => change({ required: event.currentTarget.checked ? 1 : 0 })}
            disabled={props.disabled}
          />
        </>
      )}
    </RowsInput>
  );
}
