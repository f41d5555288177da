import { TextInput, type TextInputProps } from '@mantine/core';
import { useSession } from '../../app/session';

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

/** `2026-11-23T09:30`, as the zone's clock shows this instant. */
export function clockOf(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
  return parts.replace(' ', 'T');
}

/** When the zone's clock shows this; of two such times in autumn the first, of none in spring the one an hour later. */
export function instantOf(clock: string, timeZone: string): string {
  const shown = Date.parse(`${clock}Z`);
  const offsetAt = (time: number) => Date.parse(`${clockOf(new Date(time).toISOString(), timeZone)}Z`) - time;
  const offsets = [offsetAt(shown - 86_400_000), offsetAt(shown + 86_400_000)];
  const fitting = offsets.map((offset) => shown - offset).find((time) => time + offsetAt(time) === shown);
  return new Date(fitting ?? shown - offsets[0]!).toISOString();
}
