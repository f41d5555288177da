import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Fieldset, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { OwnInputProps } from '../../parts/form/form-field';
import type { GroupRule } from './access-records';
import { FactConditions } from './fact-conditions';

interface Props extends OwnInputProps {
  readonly fields: readonly string[];
}

/** Groups in the order in which they are tried, each with what has to hold for it. */
export function GroupRules({ label, description, fields, value, onChange, problemOf, disabled }: Props) {
  const { t } = useLingui();
  const rules = value as readonly GroupRule[];
  const set = (at: number, ...by: GroupRule[]) => onChange([...rules.slice(0, at), ...by, ...rules.slice(at + 1)]);
  const problem = problemOf();
  return (
    <Fieldset legend={label}>
      <Stack>
        <Text size="sm" c="dimmed">
          {description}
        </Text>
        {rules.map((rule, at) => (
          // A rule may have the name of another.
          <Fieldset key={at} legend={t`Rule ${at + 1}`}>
            <Stack gap="xs">
              <TextInput
                label={t`Group`}
                value={rule.name}
                disabled={disabled}
                error={problemOf(`${at}.name`)}
                onChange={({ currentTarget }) => set(at, { ...rule, name: currentTarget.value })}
              />
              <FactConditions
                label={t`Where`}
                description={undefined}
                fields={fields}
                value={rule.when ?? []}
                onChange={(when) => set(at, { ...rule, when: when as GroupRule['when'] })}
                problemOf={(part) => problemOf(part === undefined ? `${at}.when` : `${at}.when.${part}`)}
                disabled={disabled}
              />
              {!disabled && rules.length > 1 && (
                <Group>
                  {at > 0 && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t`Move up: ${rule.name}`}
                      onClick={() => onChange([...rules.slice(0, at - 1), rule, rules[at - 1], ...rules.slice(at + 1)])}
                    >
                      <Trans>Move up</Trans>
                    </Button>
                  )}
                  <Button variant="default" size="xs" aria-label={t`Remove: ${rule.name}`} onClick={() => set(at)}>
                    <Trans>Remove</Trans>
                  </Button>
                </Group>
              )}
            </Stack>
          </Fieldset>
        ))}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
        {!disabled && (
          <Group>
            <Button variant="default" onClick={() => onChange([{ when: [], name: '' }, ...rules])}>
              <Trans>Insert a group above</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
