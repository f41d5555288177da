import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../app/session';
import { nextAt } from './zone-clock';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As it is at first: `18:00`. */
  readonly usual?: string;
  /** ISO 8601: when the clock of the site shows this time next; empty: none is typed. */
  readonly onChange: (instant: string) => void;
}

/** Only a time is typed: it is today's, or tomorrow's where today's is over. */
export function TimeOfDayInput({ usual = '', onChange, ...input }: Props) {
  const zone = useSession()?.organization.time_zone ?? 'UTC';
  const [typed, setTyped] = useState(usual);
  return (
    <TextInput
      {...input}
      type="time"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(value ? nextAt(value, zone, new Date()) : '');
      }}
    />
  );
}
