import { useLingui } from '@lingui/react/macro';
import { JsonInput, NumberInput, PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { FormField } from './form-field';
import { InstantInput } from './instant-input';
import { RecordInput } from './record-input';

interface Props {
  readonly field: FormField;
  /** Of Mantine's form, with the problem beside the field. */
  readonly input: GetInputPropsReturnType;
  readonly disabled: boolean;
}

export function FieldInput({ field, input, disabled }: Props) {
  const { t } = useLingui();
  const { label, description, kind, values = [], labels, required = false, example } = field;
  // Empty text is the service's to refuse, in its own words: nothing of the browser's bubbles.
  const plain = { label, description, disabled, ...input };
  const shared = { ...plain, withAsterisk: required };
  switch (kind) {
    case 'switch':
    case 'flag':
      return <Switch {...plain} value={undefined} checked={input.value === true} />;
    case 'number':
      return <NumberInput {...shared} placeholder={example} allowDecimal={field.scale !== undefined} />;
    case 'choice':
      return (
        <Select
          {...shared}
          data={values.map((value) => ({ value, label: labels?.[value] ?? value }))}
          clearable={!required}
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
    case 'json':
      return <JsonInput {...shared} autosize minRows={3} maxRows={16} placeholder={example} formatOnBlur />;
    case 'secret':
      return (
        <PasswordInput
          {...shared}
          autoComplete="off"
          placeholder={field.isSet ? t`Set. Type a new one to replace it` : example}
          visibilityToggleButtonProps={{ 'aria-label': t`Show what is typed` }}
        />
      );
    case 'text':
      return <TextInput {...shared} placeholder={example} />;
  }
}
