import { useLingui } from '@lingui/react/macro';
import { Checkbox, Fieldset, Group, Input, Stack, Text } from '@mantine/core';
import { permits, useSession } from '../../app/session';
import type { OwnInputProps } from '../../parts/form/form-field';
import { type Permission, usePermissionWords } from './permission-words';

/** What may be seen and changed, area by area. What somebody lacks herself she cannot give, and is not offered. */
export function PermissionsInput({ label, description, value, onChange, disabled, problemOf }: OwnInputProps) {
  const { t } = useLingui();
  const groups = usePermissionWords();
  const own = useSession()?.permissions ?? [];
  const chosen = new Set(value as readonly string[]);
  const isEverything = chosen.has('*');
  const boxes = (area: string) =>
    (['read', 'write'] as const)
      .map((kind) => ({ permission: `${area}:${kind}` as Permission, word: kind === 'read' ? t`view` : t`edit` }))
      .filter(({ permission }) => isEverything || chosen.has(permission) || (!disabled && permits(own, permission)));
  const press = (permission: Permission, isOn: boolean) => {
    if (isOn) chosen.add(permission);
    else chosen.delete(permission);
    onChange([...chosen]);
  };
  return (
    <Input.Wrapper label={label} description={description} error={problemOf()} labelElement="div">
      <Stack gap="xs" mt="xs">
        {groups.map(({ title, areas }) => {
          const shown = Object.entries(areas).filter(([area]) => boxes(area).length > 0);
          if (shown.length === 0) return null;
          return (
            <Fieldset key={title} legend={title}>
              <Stack gap="xs">
                {shown.map(([area, words]) => (
                  <Group key={area} justify="space-between" gap="xs">
                    <Text size="sm">{words}</Text>
                    <Group gap="md">
                      {boxes(area).map(({ permission, word }) => (
                        <Checkbox
                          key={permission}
                          size="md"
                          label={word}
                          aria-label={`${words}: ${word}`}
                          checked={isEverything || chosen.has(permission)}
                          disabled={disabled}
                          onChange={({ currentTarget }) => press(permission, currentTarget.checked)}
                        />
                      ))}
                    </Group>
                  </Group>
                ))}
              </Stack>
            </Fieldset>
          );
        })}
      </Stack>
    </Input.Wrapper>
  );
}
