import { useLingui } from '@lingui/react/macro';
import { NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { JsonText } from './json-text';
import { ListInput } from './list-input';
import { MemberInputs, MembersInput } from './members-input';
import { NamedInput } from './named-input';
import { ShapesInput } from './shapes-input';
import type { StructureProps } from './structure-props';

type FieldProps = Omit<StructureProps, 'part' | 'required'> & {
  /** It cannot be taken away. */
  readonly stays: boolean;
};

/** A field of a form that is a structure: where it may be left out, it is added and taken away. */
export function StructureField({ schema, label, value, onChange, problemOf, stays, ...others }: FieldProps) {
  const it = 'it';
  return (
    <MemberInputs
      {...others}
      part={StructureInput}
      label={label}
      schema={{ type: 'object', properties: { it: { ...schema, title: label } }, required: stays ? [it] : [] }}
      value={{ it: value }}
      onChange={(members) => onChange((members as { readonly it?: unknown }).it)}
      problemOf={(part) => problemOf(part?.slice(it.length + 1) || undefined)}
    />
  );
}

/** One value of a schema, with all that is in it. */
function StructureInput(props: StructureProps) {
  const { schema, value } = props;
  if (schema.const !== undefined) return null;
  if (schema.oneOf) return <ShapesInput {...props} shapes={schema.oneOf} />;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return <NamedInput {...props} of={schema.additionalProperties} />;
  if (schema.type === 'object' && schema.properties) return <MembersInput {...props} />;
  if (schema.type === 'array' && schema.items?.type !== 'string') return <ListInput {...props} />;
  return <Plain {...props} value={value} />;
}

function Plain({ schema, label, value, onChange, disabled, problemOf, required, isSecret }: StructureProps) {
  const { t } = useLingui();
  const { type, description, enum: values, items, examples = [] } = schema;
  const wrong = problemOf();
  const shared = { label, description, disabled, error: wrong, withAsterisk: required ?? false };
  const example = typeof examples[0] === 'string' ? examples[0] : undefined;
  if (values)
    return (
      <Select
        {...shared}
        data={[...values]}
        clearable={!required}
        allowDeselect={!required}
        searchable={values.length > 10}
        value={typeof value === 'string' ? value : null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
    );
  switch (type) {
    case 'boolean':
      return (
        <Switch
          {...{ label, description, disabled }}
          error={wrong}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'integer':
    case 'number':
      return (
        <NumberInput
          {...shared}
          allowDecimal={type === 'number'}
          value={typeof value === 'number' ? value : ''}
          onChange={(number) => onChange(number === '' ? undefined : number)}
        />
      );
    case 'array':
      return (
        <TagsInput
          {...shared}
          data={[...(items?.enum ?? ((items?.examples ?? []) as readonly string[]))]}
          // A comma may be part of what is typed.
          splitChars={[]}
          acceptValueOnBlur
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(list) => onChange(list.length > 0 ? list : undefined)}
        />
      );
    case 'string': {
      const text = { ...shared, value: typeof value === 'string' ? value : '', placeholder: example };
      const typed = (event: { readonly currentTarget: { readonly value: string } }) =>
        onChange(event.currentTarget.value || undefined);
      if (schema.format === 'multiline')
        return <Textarea {...text} autosize minRows={2} maxRows={12} onChange={typed} />;
      if (!isSecret) return <TextInput {...text} onChange={typed} />;
      const shows = { 'aria-label': t`Show password` };
      return <PasswordInput {...text} autoComplete="off" visibilityToggleButtonProps={shows} onChange={typed} />;
    }
    default:
      return <JsonText {...shared} error={wrong} value={value} onChange={onChange} />;
  }
}
