import { useLingui } from '@lingui/react/macro';
import { Fieldset, Select, Stack, Text } from '@mantine/core';
import { MemberInputs } from './members-input';
import { blankOf, type JsonSchema, shapeOf } from './schema';
import type { StructureProps } from './structure-props';

interface Props extends StructureProps {
  readonly shapes: readonly JsonSchema[];
}

/** A value of one of several shapes: which, and then what is in it. What both have stays when another is chosen. */
export function ShapesInput({ shapes, ...props }: Props) {
  const { t } = useLingui();
  const { schema, label, value, onChange, disabled, problemOf, part: Part } = props;
  const at = shapeOf(shapes, value);
  const chosen = shapes[at];
  const problem = problemOf();
  // What is one line tells of itself what is wrong with it.
  const isWhole = chosen === undefined || chosen.type === 'object';
  const titleOf = (each: JsonSchema) => each.title ?? String(each.const ?? each.type);
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        {schema.description && (
          <Text size="sm" c="dimmed">
            {schema.description}
          </Text>
        )}
        <Select
          label={t`Type`}
          disabled={disabled}
          allowDeselect={false}
          data={shapes.map((each, index) => ({ value: String(index), label: titleOf(each) }))}
          value={at < 0 ? null : String(at)}
          error={isWhole ? (problem ?? problemOf(discriminatorOf(shapes))) : undefined}
          onChange={(index) => {
            const shape = shapes[Number(index)];
            if (shape) onChange(blankOf(shape, value) ?? emptyOf(shape));
          }}
        />
        {chosen && isWhole && <MemberInputs {...props} schema={chosen} />}
        {chosen && !isWhole && <Part {...props} schema={chosen} label={titleOf(chosen)} />}
      </Stack>
    </Fieldset>
  );
}

function discriminatorOf(shapes: readonly JsonSchema[]): string {
  const [first] = shapes;
  const known = Object.entries(first?.properties ?? {}).find(([, { const: word }]) => word !== undefined);
  return known?.[0] ?? '';
}

function emptyOf({ type }: JsonSchema): unknown {
  return type === 'array' ? [] : type === 'object' ? {} : type === 'string' ? '' : 0;
}
