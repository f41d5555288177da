import { useLingui } from '@lingui/react/macro';
import { Autocomplete, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { hearFilterKey } from '../app/early-keys';
import { useShortcutsSwitch } from '../app/shortcuts-switch';

export interface FilterField {
  /** As the API calls it. */
  readonly name: string;
  /** Those it can have, where they are few. */
  readonly values?: readonly string[];
  /** What the console calls them. */
  readonly labels?: Readonly<Record<string, string>>;
}

interface Props {
  readonly fields: readonly FilterField[];
  /** Free words that it takes besides, in words. */
  readonly words?: string;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}

/** How many of the fields the empty box names. */
const hinted = 3;

/** One box for every filter: `status:held -connector:fias`. It offers fields, then their values. */
export function FilterBox({ fields, words, value, onChange }: Props) {
  const { t } = useLingui();
  const names = fields
    .slice(0, hinted)
    .map(({ name }) => `${name}:`)
    .join(' ');
  const [typed, setTyped] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(value), [value]);
  const [hasShortcuts] = useShortcutsSwitch();
  useHotkeys(hasShortcuts ? [['/', () => box.current?.focus()]] : []);
  useEffect(hearFilterKey, []);
  return (
    <Autocomplete
      ref={box}
      flex="1 1 12rem"
      aria-label={t`Filter`}
      placeholder={words ?? (names ? t`Filter: ${names}…` : t`Filter`)}
      value={typed}
      data={offersFor(typed, fields)}
      filter={({ options }) => options}
      renderOption={({ option: { value: offer } }) => <Offer offer={offer} fields={fields} />}
      onChange={setTyped}
      onOptionSubmit={(whole) => {
        if (!whole.endsWith(':')) onChange(whole.trim());
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onChange(typed.trim() || undefined);
        if (key === 'Escape') setTyped(value);
      }}
      onBlur={() => {
        // Left as it was, the list stays on its page, and the way back where it led.
        if (typed.trim() !== value) onChange(typed.trim() || undefined);
      }}
    />
  );
}

/** How the text could go on: its last word, made whole. */
export function offersFor(typed: string, fields: readonly FilterField[]): string[] {
  const start = typed.lastIndexOf(' ') + 1;
  const before = typed.slice(0, start);
  const [, not = '', name = '', colon, begun = ''] =
    /^(-?)((?:[a-z_][a-z0-9_]*)?)(:?)(.*)$/.exec(typed.slice(start)) ?? [];
  if (!colon)
    return fields.filter((field) => field.name.startsWith(name)).map((field) => `${before}${not}${field.name}:`);
  const { values: known = [], labels = {} } = fields.find((field) => field.name === name) ?? {};
  const values = [...known, 'empty'];
  const done = begun.includes(',') ? begun.slice(0, begun.lastIndexOf(',') + 1) : '';
  return values
    .filter((each) => each !== begun && begins(each, labels[each], begun.slice(done.length)))
    .map((each) => `${before}${not}${name}:${done}${each}`);
}

/** By the API's word, or by a word of the console's name for it. */
function begins(value: string, label: string | undefined, begun: string): boolean {
  const words = label?.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u) ?? [];
  return value.startsWith(begun) || words.some((word) => word.startsWith(begun.toLocaleLowerCase()));
}

function Offer({ offer, fields }: { readonly offer: string; readonly fields: readonly FilterField[] }) {
  const [, name = '', values = ''] = /([a-z_][a-z0-9_]*):(\S*)$/.exec(offer) ?? [];
  const label = fields.find((field) => field.name === name)?.labels?.[values.split(',').at(-1) ?? ''];
  return (
    <>
      {offer}
      {label && (
        <Text span size="sm" c="dimmed" ms="xs">
          {label}
        </Text>
      )}
    </>
  );
}
