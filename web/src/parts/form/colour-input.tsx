import { useLingui } from '@lingui/react/macro';
import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange?: (value: string) => void;
}

/** Typed as #rrggbb, or chosen with what the browser has for it. */
export function ColourInput({ value, onChange, disabled, ...input }: Props) {
  const { t } = useLingui();
  return (
    <TextInput
      {...input}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      rightSection={
        <input
          type="color"
          aria-label={t`Pick a colour`}
          disabled={disabled}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          style={{ width: 24, height: 24, padding: 0, border: 'none', background: 'none' }}
        />
      }
    />
  );
}
