import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { ownZone } from '../../app/own-zone';
import { useSession } from '../../app/session';
import { clockOf, instantOf } from './zone-clock';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'description'> {
  readonly description?: string | undefined;
  /** ISO 8601; empty: none. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** With a year of four digits. */
const isWhole = /^[1-9]\d{3}-/;

/** A moment by the clock of the site, as the times on the pages are; whoever is in another zone reads which it is. */
export function InstantInput({ value = '', onChange, onBlur, description, ...input }: Props) {
  const zone = useSession()?.organization.time_zone ?? 'UTC';
  // While it is typed: a year is the year 2 after its first digit, which is no moment yet.
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    if (text === '' || isWhole.test(text)) onChange?.(text && instantOf(text, zone));
  };
  const zoned = description ? `${description} · ${zone}` : zone;
  return (
    <TextInput
      {...input}
      description={zone === ownZone() ? description : zoned}
      type="datetime-local"
      value={typed ?? (value ? clockOf(value, zone) : '')}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}
