import { Checkbox, Stack } from '@mantine/core';
import type { OwnInputProps } from '../../parts/form/form-field';
import { type Method, useMethodWords } from './portal-words';

export function MethodsInput({ label, description, value, onChange, disabled, problemOf }: OwnInputProps) {
  const words = useMethodWords();
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={value as string[]}
      onChange={onChange}
      error={problemOf()}
    >
      <Stack gap="xs" mt="xs">
        {(Object.keys(words) as Method[]).map((method) => (
          <Checkbox
            key={method}
            value={method}
            label={words[method].title}
            description={words[method].about}
            disabled={disabled}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
