import type { FormField } from './form-field';
import type { JsonSchema } from './structure/schema';

/**
 * The fields of a connector's `settings_schema`: a new connector has its form by itself. What is `writeOnly` belongs
 * under `secrets`; the schema's words are the connector's own, in English.
 */
export function settingsFields(schema: Readonly<Record<string, unknown>>, secretsSet: readonly string[]): FormField[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries(properties).map(([name, setting]) => ({
    name: `${setting.writeOnly ? 'secrets' : 'settings'}.${name}`,
    label: setting.title ?? name,
    description: setting.description,
    kind: kindOf(setting),
    schema: setting,
    values: setting.enum ?? setting.items?.enum,
    required: required.includes(name) && !secretsSet.includes(name),
    example: exampleOf(setting),
    inputMode: setting.format === 'uri' ? 'url' : undefined,
    isSet: secretsSet.includes(name),
  }));
}

/** What the settings are where nothing is said, as a new connection begins with them. */
export function usualSettings(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, setting]) => !setting.writeOnly && setting.default !== undefined)
      .map(([name, setting]) => [name, setting.default]),
  );
}

function kindOf({ type, enum: values, writeOnly }: JsonSchema): FormField['kind'] {
  if (type === 'object') return 'structure';
  if (writeOnly) return 'secret';
  if (type === 'array') return 'choices';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  return values ? 'choice' : 'text';
}

function exampleOf({ default: initial, examples }: JsonSchema): string | undefined {
  const example = initial ?? examples?.[0];
  if (example === undefined) return undefined;
  return typeof example === 'string' ? example : JSON.stringify(example);
}
