import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Fieldset, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { OwnInputProps } from '../../parts/form/form-field';
import type { Condition } from './policy-records';
import { operatorsOf, useConditionWords } from './condition-words';

/** What has to hold: one line each. */
export function ConditionsInput({ value, onChange, problemOf, disabled }: OwnInputProps) {
  const { t } = useLingui();
  const conditions = value as readonly Condition[];
  const problem = problemOf();
  const set = (index: number, condition: Condition) =>
    onChange(conditions.map((each, at) => (at === index ? condition : each)));
  return (
    <Fieldset legend={t`Conditions`}>
      <Stack gap="sm">
        {conditions.length === 0 && (
          <Text size="sm">
            <Trans>None: applies to everybody.</Trans>
          </Text>
        )}
        {conditions.map((condition, index) => (
          <ConditionLine
            // Lines have no names of their own.
            key={index}
            condition={condition}
            problem={['', '.field', '.op', '.value'].map((part) => problemOf(`${index}${part}`)).find(Boolean)}
            disabled={disabled}
            onChange={(changed) => set(index, changed)}
            onRemove={() => onChange(conditions.filter((_, at) => at !== index))}
          />
        ))}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        {!disabled && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange([...conditions, { field: 'ssid', op: 'eq', value: '' }])}
          >
            <Trans>Add a condition</Trans>
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

interface LineProps {
  readonly condition: Condition;
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

function ConditionLine({ condition, problem, disabled, onChange, onRemove }: LineProps) {
  const { t } = useLingui();
  const { fields, operators } = useConditionWords();
  const { field, op } = condition;
  const isList = op === 'in' || op === 'not_in';
  const change = (next: Pick<Condition, 'field' | 'op'>) => {
    const takesList = (next.op === 'in' || next.op === 'not_in') && next.field !== 'time';
    const kept = next.field === field ? [condition.value].flat().filter((each) => each !== '') : [];
    onChange({ ...next, value: takesList ? kept : (kept[0] ?? '') });
  };
  return (
    <Group gap="xs" align="end" wrap="wrap">
      <Select
        aria-label={t`What`}
        w={150}
        disabled={disabled}
        allowDeselect={false}
        data={Object.entries(fields).map(([value, label]) => ({ value, label }))}
        value={field}
        onChange={(value) => {
          const next = (value ?? 'ssid') as Condition['field'];
          change({ field: next, op: operatorsOf(next)[0]! });
        }}
      />
      <Select
        aria-label={t`How`}
        w={150}
        disabled={disabled}
        allowDeselect={false}
        data={operatorsOf(field).map((value) => ({ value, label: operators[value] }))}
        value={op}
        onChange={(value) => change({ field, op: (value ?? 'eq') as Condition['op'] })}
      />
      <ConditionValue
        condition={condition}
        isList={isList && field !== 'time'}
        disabled={disabled}
        onChange={(value) => onChange({ ...condition, value })}
      />
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" w="100%">
          {problem}
        </Text>
      )}
      {!disabled && (
        <ActionIcon variant="subtle" color="gray" mb={4} aria-label={t`Remove condition`} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}

interface ValueProps {
  readonly condition: Condition;
  readonly isList: boolean;
  readonly disabled: boolean;
  readonly onChange: (value: string | string[]) => void;
}

function ConditionValue({ condition: { field, value }, isList, disabled, onChange }: ValueProps) {
  const { t } = useLingui();
  const groups = useQuery({
    queryKey: ['user-groups', 'choice'],
    queryFn: async ({ signal }) => {
      const query = { page_size: 100, sort: 'name:asc' };
      return pageOf<Api<'UserGroupDto'>>((await api.GET('/user-groups', { params: { query }, signal })).data!).rows;
    },
    enabled: field === 'group',
    retry: false,
  });
  const name = t`Value`;
  const nameOf = (id: string) => groups.data?.find((group) => group.id === id)?.name ?? id;
  const idOf = (text: string) => groups.data?.find((group) => group.name === text)?.id ?? text;
  const isGroup = field === 'group';
  const offers = (groups.data ?? []).map((group) => group.name);
  const plain = { 'aria-label': name, disabled, style: { flex: '1 1 12rem' } };
  if (isList)
    return (
      <TagsInput
        {...plain}
        data={isGroup ? offers : []}
        value={[value].flat().map((each) => (isGroup ? nameOf(each) : each))}
        onChange={(values) => onChange(isGroup ? values.map(idOf) : values)}
      />
    );
  const text = [value].flat()[0] ?? '';
  if (isGroup)
    return (
      <Select
        {...plain}
        data={(groups.data ?? []).map((group) => ({ value: group.id, label: group.name }))}
        value={text || null}
        onChange={(id) => onChange(id ?? '')}
        searchable
      />
    );
  return (
    <TextInput
      {...plain}
      placeholder={field === 'time' ? 'Wk0800-1800' : undefined}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
