import { TextInput, type TextInputProps } from '@mantine/core';
import { useSession } from '../../app/session';
import { clockOf, instantOf } from './zone-clock';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** ISO 8601; empty: none. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** A moment by the clock of the site, as the times on the pages are. */
export function InstantInput({ value = '', onChange, ...input }: Props) {
  const zone = useSession()?.organization.time_zone ?? 'UTC';
  return (
    <TextInput
      {...input}
      type="datetime-local"
      value={value ? clockOf(value, zone) : ''}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value ? instantOf(currentTarget.value, zone) : '')}
    />
  );
}
