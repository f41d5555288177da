import { useLingui } from '@lingui/react/macro';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { NotJson } from './schema';

interface Props {
  readonly label: string;
  readonly description: string | undefined;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Any value at all, as JSON. */
export function JsonText({ value, onChange, error, ...shared }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(() => writtenOf(value));
  // What was typed stays as it was typed, until the value is another.
  const isStill = JSON.stringify(read(typed)) === JSON.stringify(value);
  return (
    <Textarea
      {...shared}
      error={value instanceof NotJson ? (error ?? t`This is not JSON`) : error}
      autosize
      minRows={2}
      maxRows={12}
      value={isStill ? typed : writtenOf(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}

function writtenOf(value: unknown): string {
  if (value instanceof NotJson) return value.text;
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

function read(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new NotJson(text);
  }
}
