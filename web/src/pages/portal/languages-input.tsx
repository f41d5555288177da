import { MultiSelect } from '@mantine/core';
import type { OwnInputProps } from '../../parts/form/form-field';
import { languageCodes, languageName } from './portal-words';

/** In the order in which they were chosen. */
export function LanguagesInput({ label, description, value, onChange, disabled, problemOf }: OwnInputProps) {
  return (
    <MultiSelect
      label={label}
      description={description}
      data={languageCodes.map((code) => ({ value: code, label: languageName(code) }))}
      value={value as string[]}
      onChange={onChange}
      disabled={disabled}
      error={problemOf()}
    />
  );
}
