import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Fieldset, Group, Input, Stack, Text } from '@mantine/core';
import { blankOf } from './schema';
import type { StructureProps } from './structure-props';

/** A list of objects: added, taken away, moved up. */
export function ListInput({
  schema,
  label,
  value,
  onChange,
  disabled,
  problemOf,
  isSecret,
  part: Part,
}: StructureProps) {
  const { t } = useLingui();
  const rows = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const of = schema.items ?? {};
  const one = of.title ?? label;
  const put = (at: number, ...by: unknown[]) => onChange([...rows.slice(0, at), ...by, ...rows.slice(at + 1)]);
  const problem = problemOf();
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {schema.description && (
          <Text size="sm" c="dimmed">
            {schema.description}
          </Text>
        )}
        {rows.map((row, at) => {
          const name = `${one} ${at + 1}`;
          return (
            // Rows have no names of their own.
            <Stack key={at} gap={4}>
              <Part
                part={Part}
                schema={of}
                label={name}
                value={row}
                onChange={(to) => put(at, to ?? blankOf(of))}
                disabled={disabled}
                isSecret={isSecret ?? false}
                problemOf={(part) => problemOf(part === undefined ? String(at) : `${at}.${part}`)}
              />
              {!disabled && (
                <Group>
                  {at > 0 && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t`Move up: ${name}`}
                      onClick={() => onChange([...rows.slice(0, at - 1), row, rows[at - 1], ...rows.slice(at + 1)])}
                    >
                      <Trans>Move up</Trans>
                    </Button>
                  )}
                  <Button variant="default" size="compact-sm" aria-label={t`Remove: ${name}`} onClick={() => put(at)}>
                    <Trans>Remove</Trans>
                  </Button>
                </Group>
              )}
            </Stack>
          );
        })}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
        {!disabled && (
          <Group>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t`Add to list: ${label}`}
              onClick={() => onChange([...rows, blankOf(of) ?? {}])}
            >
              <Trans>Add</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
