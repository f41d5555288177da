import { useLingui } from '@lingui/react/macro';
import { JsonInput, NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { ColourInput } from './colour-input';
import type { FormField } from './form-field';
import { InstantInput } from './instant-input';
import { RecordInput } from './record-input';
import { StructureField } from './structure/structure-input';

interface Props {
  readonly field: FormField;
  /** Of Mantine's form, with the problem beside the field. */
  readonly input: GetInputPropsReturnType;
  readonly disabled: boolean;
  /** What is wrong, by place. */
  readonly problems: Readonly<Record<string, ReactNode>>;
}

export function FieldInput({ field, input, disabled, problems }: Props) {
  const { t } = useLingui();
  const { name, label, description, kind, values = [], labels, required = false, example } = field;
  // Empty text is the service's to refuse, in its own words: nothing of the browser's bubbles.
  const plain = { label, description, disabled, ...input, error: input.error ?? problems[name] };
  const shared = { ...plain, withAsterisk: required };
  switch (kind) {
    case 'switch':
    case 'flag':
      return <Switch {...plain} value={undefined} checked={input.value === true} />;
    case 'number':
      return (
        <NumberInput {...shared} placeholder={example} allowDecimal={field.scale !== undefined} decimalScale={2} />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={withChosen(values, input.value).map((value) => ({ value, label: labels?.[value] ?? value }))}
          clearable={!required}
          allowDeselect={!required}
          searchable={values.length > 10}
          placeholder={example}
          value={input.value || null}
        />
      );
    case 'choices':
      return <TagsInput {...shared} data={values} />;
    case 'instant':
      return <InstantInput {...shared} />;
    case 'record':
      return field.lookup && <RecordInput {...shared} lookup={field.lookup} clearable={!required} />;
    case 'own':
      return field.own?.({
        label,
        description,
        value: Array.isArray(input.value) ? input.value : [],
        onChange: input.onChange,
        disabled,
        problemOf: (part) => textOf(problems[part === undefined ? name : `${name}.${part}`]),
      });
    case 'structure':
      return (
        <StructureField
          schema={field.schema ?? {}}
          label={label}
          value={input.value ?? undefined}
          onChange={(value) => input.onChange(value ?? null)}
          disabled={disabled}
          stays={required || Boolean(input.error)}
          isSecret={field.schema?.writeOnly ?? false}
          problemOf={(part) => textOf(problems[part === undefined ? name : `${name}.${part}`])}
        />
      );
    case 'colour':
      return <ColourInput {...shared} value={String(input.value)} placeholder={example} />;
    case 'prose':
      return <Textarea {...shared} autosize minRows={2} maxRows={12} placeholder={example} />;
    case 'json':
      return <JsonInput {...shared} autosize minRows={3} maxRows={16} placeholder={example} formatOnBlur />;
    case 'secret':
      return (
        <PasswordInput
          {...shared}
          autoComplete="off"
          placeholder={field.isSet ? t`Set. Type a new one to replace it` : example}
          visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
        />
      );
    case 'text':
      return <TextInput {...shared} placeholder={example} inputMode={field.inputMode} />;
  }
}

/** What is chosen is shown, also where it is not offered to everybody. */
function withChosen(values: readonly string[], chosen: unknown): readonly string[] {
  return typeof chosen === 'string' && chosen !== '' && !values.includes(chosen) ? [...values, chosen] : values;
}

function textOf(problem: ReactNode): string | undefined {
  return typeof problem === 'string' ? problem : undefined;
}
