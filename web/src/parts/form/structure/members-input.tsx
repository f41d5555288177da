import { useLingui } from '@lingui/react/macro';
import { Button, Fieldset, Group, Input, Stack, Text } from '@mantine/core';
import { blankOf, isMembers, type JsonSchema, type Members, withMember } from './schema';
import type { StructureProps } from './structure-props';

/** An object with its members. Those that are objects or lists themselves are there once they are wanted. */
export function MembersInput(props: StructureProps) {
  const { schema, label, problemOf } = props;
  const problem = problemOf();
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        {schema.description && (
          <Text size="sm" c="dimmed">
            {schema.description}
          </Text>
        )}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
        <MemberInputs {...props} />
      </Stack>
    </Fieldset>
  );
}

/** Without a frame of its own. */
export function MemberInputs(props: StructureProps) {
  const { schema, value, onChange, disabled, problemOf, isSecret, part: Part } = props;
  const { t } = useLingui();
  // Nothing said yet: words that must be so are there from the first letter on.
  const members = isMembers(value) ? value : (blankOf(schema) as Members);
  const set = (name: string, to: unknown) => onChange(withMember(members, name, to));
  /** What was added stays until it is taken away, also when nothing is typed in it. */
  const keep = (name: string, member: JsonSchema, to: unknown) =>
    onChange({ ...members, [name]: to ?? blankOf(member) ?? {} });
  const { properties = {}, required = [] } = schema;
  const isThere = (name: string) => required.includes(name) || members[name] !== undefined || !isWide(properties[name]);
  const wanted = Object.keys(properties).filter((name) => !isThere(name));
  return (
    <>
      {Object.entries(properties)
        .filter(([name]) => isThere(name))
        .map(([name, member]) => (
          <Stack key={name} gap={4}>
            <Part
              part={Part}
              schema={member}
              label={member.title ?? name}
              value={members[name]}
              onChange={(to) => (isWide(member) ? keep(name, member, to) : set(name, to))}
              disabled={disabled}
              required={required.includes(name)}
              isSecret={isSecret ?? false}
              problemOf={(part) => problemOf(part === undefined ? name : `${name}.${part}`)}
            />
            {!disabled && isWide(member) && !required.includes(name) && (
              <Group>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t`Remove: ${member.title ?? name}`}
                  onClick={() => set(name, undefined)}
                >
                  {t`Remove`}
                </Button>
              </Group>
            )}
          </Stack>
        ))}
      {!disabled && wanted.length > 0 && (
        <Group gap="xs">
          {wanted.map((name) => {
            const title = properties[name]?.title ?? name;
            return (
              <Button
                key={name}
                variant="default"
                size="compact-sm"
                onClick={() => keep(name, properties[name] ?? {}, undefined)}
              >
                {t`Add: ${title}`}
              </Button>
            );
          })}
        </Group>
      )}
    </>
  );
}

/** Takes more than a line. */
function isWide(schema: JsonSchema | undefined): boolean {
  if (!schema) return false;
  return (
    Boolean(schema.oneOf) || schema.type === 'object' || (schema.type === 'array' && schema.items?.type !== 'string')
  );
}
