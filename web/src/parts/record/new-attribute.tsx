import { Trans, useLingui } from '@lingui/react/macro';
import { Autocomplete, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { useMay } from '../../app/session';
import { type Api, pageOf } from '../../api/types';
import { ProblemNotice } from '../page-state';

type Table = Api<'AttributeInputDto'>['table'];

interface Props {
  readonly ownerId: string;
  readonly tables: readonly [check: Table, reply: Table];
  readonly onAdded: () => Promise<void>;
}

const example = 'Session-Timeout';
const operators = [':=', '=', '==', '+=', '!=', '>', '>=', '<', '<=', '=~', '!~', '=*', '!*'] as const;

/** One attribute more, by its name in the dictionary. */
export function NewAttribute({ ownerId, tables, onAdded }: Props) {
  const { t } = useLingui();
  const mayLookUp = useMay('dictionary:read');
  const form = useForm({
    initialValues: { table: tables[1] as string, attribute: '', operator: ':=', value: '' },
  });
  const [wanted] = useDebouncedValue(form.values.attribute.trim(), 200);
  const names = useQuery({
    queryKey: ['dictionary', wanted],
    queryFn: async ({ signal }) => {
      const query = { page_size: 20, filter: JSON.stringify({ name: { like: `%${wanted}%` } }) };
      const { data } = await api.GET('/dictionary', { params: { query }, signal });
      return pageOf<Api<'DictionaryAttributeDto'>>(data!).rows.map(({ name }) => name);
    },
    enabled: mayLookUp && wanted.length > 1,
    placeholderData: keepPreviousData,
  });
  const adding = useMutation({
    mutationFn: ({ table, operator, ...values }: typeof form.values) =>
      api.POST('/attributes', {
        body: { ...values, userid: ownerId, table: table as Table, operator: operator as (typeof operators)[number] },
      }),
    onSuccess: async () => {
      form.reset();
      await onAdded();
    },
    onError: (problem) => {
      if (problem instanceof ApiProblem) form.setErrors(problem.byField);
    },
  });
  const isElsewhere = adding.error instanceof ApiProblem && Object.keys(adding.error.byField).length > 0;
  const sides = [
    { value: tables[1], label: t`reply` },
    { value: tables[0], label: t`check` },
  ];
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <Group align="flex-start">
        <Autocomplete
          label={t`Attribute`}
          placeholder={example}
          required
          data={[...new Set(names.data)]}
          filter={({ options }) => options}
          {...form.getInputProps('attribute')}
        />
        <NativeSelect label={t`Operator`} data={[...operators]} {...form.getInputProps('operator')} />
        <TextInput label={t`Value`} required {...form.getInputProps('value')} />
        <NativeSelect label={t`When`} data={sides} {...form.getInputProps('table')} />
        <Button type="submit" variant="default" mt={24} loading={adding.isPending}>
          <Trans>Add attribute</Trans>
        </Button>
      </Group>
      {adding.error && !isElsewhere && <ProblemNotice problem={adding.error} />}
    </form>
  );
}
