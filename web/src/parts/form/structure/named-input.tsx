import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Fieldset, Group, Input, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { blankOf, isMembers, type JsonSchema, type Members } from './schema';
import type { StructureProps } from './structure-props';

interface Props extends StructureProps {
  readonly of: JsonSchema;
}

/** Values by name, whose names are chosen or typed. */
export function NamedInput(props: Props) {
  const { of, schema, label, value, onChange, disabled, problemOf, isSecret, part: Part } = props;
  const { t } = useLingui();
  const named: Members = isMembers(value) ? value : {};
  const [wanted, setWanted] = useState('');
  const names = schema.propertyNames?.enum;
  const problem = problemOf();
  const add = (name: string) => {
    if (name === '' || Object.hasOwn(named, name)) return;
    onChange({ ...named, [name]: blankOf(of) ?? '' });
    setWanted('');
  };
  const without = (name: string) => Object.fromEntries(Object.entries(named).filter(([known]) => known !== name));
  const adds = { label: t`Value from`, value: wanted, size: 'xs' as const };
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {schema.description && (
          <Text size="sm" c="dimmed">
            {schema.description}
          </Text>
        )}
        {Object.entries(named).map(([name, each]) => (
          <Stack key={name} gap={4}>
            <Part
              part={Part}
              schema={of}
              label={name}
              value={each}
              onChange={(to) => onChange({ ...named, [name]: to ?? blankOf(of) ?? '' })}
              disabled={disabled}
              isSecret={isSecret ?? false}
              problemOf={(part) => problemOf(part === undefined ? name : `${name}.${part}`)}
            />
            {!disabled && (
              <Group>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t`Remove: ${name}`}
                  onClick={() => onChange(without(name))}
                >
                  <Trans>Remove</Trans>
                </Button>
              </Group>
            )}
          </Stack>
        ))}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
        {!disabled && (
          <Group align="end" gap="xs">
            {names ? (
              <Select
                {...adds}
                data={names.filter((name) => !Object.hasOwn(named, name))}
                searchable
                value={null}
                onChange={(name) => add(name ?? '')}
              />
            ) : (
              <>
                <TextInput {...adds} onChange={({ currentTarget }) => setWanted(currentTarget.value)} />
                <Button variant="default" size="xs" onClick={() => add(wanted.trim())}>
                  <Trans>Add</Trans>
                </Button>
              </>
            )}
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
