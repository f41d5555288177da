import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Fieldset, Group, Input, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { OwnInputProps } from '../../parts/form/form-field';
import type { FactCondition } from './access-records';
import { useOperatorWords } from './operator-words';

interface Props extends OwnInputProps {
  /** What is known of a person. */
  readonly fields: readonly string[];
}

/** What has to hold of a person's record: one line each. */
export function FactConditions({ label, description, fields, value, onChange, problemOf, disabled }: Props) {
  const { t } = useLingui();
  const operators = useOperatorWords();
  const conditions = value as readonly FactCondition[];
  const set = (at: number, ...by: FactCondition[]) =>
    onChange([...conditions.slice(0, at), ...by, ...conditions.slice(at + 1)]);
  const problem = problemOf();
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {conditions.map((condition, at) => {
          const wrong = ['', '.field', '.op', '.value'].map((part) => problemOf(`${at}${part}`)).find(Boolean);
          return (
            // Lines have no names of their own.
            <Group key={at} gap="xs" align="end">
              <Select
                aria-label={t`What`}
                w={150}
                disabled={disabled}
                allowDeselect={false}
                searchable
                data={[...fields]}
                value={condition.field}
                onChange={(field) => set(at, { ...condition, field: field ?? 'status' })}
              />
              <Select
                aria-label={t`How`}
                w={130}
                disabled={disabled}
                allowDeselect={false}
                data={Object.entries(operators).map(([op, words]) => ({ value: op, label: words }))}
                value={condition.op}
                onChange={(op) => set(at, fitting({ ...condition, op: op ?? 'eq' }))}
              />
              <Group gap="xs" wrap="nowrap" flex="1 1 14rem" miw={0} align="end">
                <ConditionValue condition={condition} disabled={disabled} onChange={(next) => set(at, next)} />
                {!disabled && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    mb={4}
                    aria-label={t`Remove condition`}
                    onClick={() => set(at)}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                )}
              </Group>
              {wrong && <Input.Error role="alert">{wrong}</Input.Error>}
            </Group>
          );
        })}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
        {!disabled && (
          <Group>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange([...conditions, { field: 'status', op: 'eq', value: '' }])}
            >
              <Trans>Add a condition</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

interface ValueProps {
  readonly condition: FactCondition;
  readonly disabled: boolean;
  readonly onChange: (condition: FactCondition) => void;
}

function ConditionValue({ condition, disabled, onChange }: ValueProps) {
  const { t } = useLingui();
  const plain = { 'aria-label': t`Value`, disabled, style: { flex: '1 1 8rem', minWidth: 0 } };
  if (condition.op === 'present') return null;
  if (isList(condition.op))
    return (
      <TagsInput
        {...plain}
        value={[condition.value ?? []].flat().map(String)}
        onChange={(value) => onChange({ ...condition, value })}
      />
    );
  return (
    <TextInput
      {...plain}
      value={String(condition.value ?? '')}
      onChange={({ currentTarget }) => onChange({ ...condition, value: currentTarget.value })}
    />
  );
}

const isList = (op: string) => op === 'in' || op === 'not_in';

/** With a value of the form that its operator takes. */
function fitting({ field, op, value }: FactCondition): FactCondition {
  if (op === 'present') return { field, op };
  const values = [value ?? []].flat().filter((each) => each !== '');
  return { field, op, value: isList(op) ? values : (values[0] ?? '') };
}
