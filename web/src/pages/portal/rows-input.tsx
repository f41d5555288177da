import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Fieldset, Group, Input, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OwnInputProps } from '../../parts/form/form-field';

interface Props<Row> extends OwnInputProps {
  readonly most: number;
  /** One that is not filled in; undefined: there is nothing left to add. */
  readonly blank: Row | undefined;
  readonly titleOf: (row: Row, place: number) => string;
  readonly children: (
    row: Row,
    change: (part: Partial<Row>) => void,
    problemOf: (part: string) => string | undefined,
  ) => ReactNode;
}

/** A list of records in a form: added, taken away, moved up. */
export function RowsInput<Row extends object>(props: Props<Row>) {
  const { label, description, value, onChange, disabled, problemOf, most, blank, titleOf, children } = props;
  const { t } = useLingui();
  const rows = value as readonly Row[];
  const replaced = (at: number, ...by: Row[]) => onChange([...rows.slice(0, at), ...by, ...rows.slice(at + 1)]);
  const problem = problemOf();
  return (
    <Fieldset legend={label}>
      <Stack>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        {rows.map((row, at) => (
          // Rows have no name of their own until they are saved.
          <Fieldset key={at} legend={titleOf(row, at + 1)}>
            <Stack gap="xs">
              {children(
                row,
                (part) => replaced(at, { ...row, ...part }),
                (part) => problemOf(`${at}.${part}`),
              )}
              {!disabled && (
                <Group>
                  {at > 0 && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t`Move up: ${titleOf(row, at + 1)}`}
                      onClick={() => onChange([...rows.slice(0, at - 1), row, rows[at - 1], ...rows.slice(at + 1)])}
                    >
                      <Trans>Move up</Trans>
                    </Button>
                  )}
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t`Remove: ${titleOf(row, at + 1)}`}
                    onClick={() => replaced(at)}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </Group>
              )}
            </Stack>
          </Fieldset>
        ))}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
        {!disabled && blank && rows.length < most && (
          <Group>
            <Button variant="default" onClick={() => onChange([...rows, blank])}>
              <Trans>Add</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
