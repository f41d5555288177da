import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import type { FieldProblem } from '../../kernel/errors.js';

interface BaseSetting {
  readonly title: string;
  /** Where to find the value at the vendor, in its own words. */
  readonly description?: string;
  /** Given under `secrets`, sealed at rest, never shown again. */
  readonly secret?: boolean;
  /** For a secret that only others present to us: we send it nowhere, whatever the settings. */
  readonly isReceived?: boolean;
  /** Decides where secrets are sent, like every setting of format `uri`: changing it requires them again. */
  readonly leads?: boolean;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/**
 * Every error in a structured setting, below `pointer`; `settings` are all of the connection, secrets included, not yet
 * checked.
 */
export type SettingCheck = (
  value: unknown,
  pointer: string,
  settings: Readonly<Record<string, unknown>>,
) => readonly FieldProblem[];

/** `form` puts `pattern` into words: "must be a name or an address, without http://". */
export type SettingOptions = BaseSetting &
  (
    | {
        readonly type: 'string';
        readonly enum?: readonly string[];
        readonly pattern?: RegExp;
        readonly form?: string;
        readonly maxLength?: number;
        readonly format?: string;
        readonly isHost?: boolean;
      }
    | { readonly type: 'integer'; readonly minimum?: number; readonly maximum?: number }
    | { readonly type: 'boolean' }
    | { readonly type: 'strings'; readonly enum?: readonly string[] }
    | { readonly type: 'object'; readonly check: SettingCheck; readonly schema?: Readonly<Record<string, unknown>> }
  );

/** If a setting does not say. */
const longestText = 1000;

const kept = new WeakMap<object, Map<string, SettingOptions>>();

/** Declares one setting: its validation (class-validator), its place in the JSON Schema, whether it is secret. */
export function Setting(options: SettingOptions): PropertyDecorator {
  return (target, property) => {
    const name = String(property);
    const known = kept.get(target) ?? new Map<string, SettingOptions>();
    kept.set(target, known.set(name, options));
    for (const decorate of rulesOf(options)) decorate(target, property);
  };
}

export function settingsOf(type: new () => object): ReadonlyMap<string, SettingOptions> {
  return kept.get(type.prototype as object) ?? new Map();
}

/** JSON Schema (2020-12) of the settings, or of the secrets, of a class. */
export function settingsSchema(type: new () => object): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, options] of settingsOf(type)) {
    properties[name] = propertySchema(options);
    if (isRequired(options)) required.push(name);
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  };
}

function propertySchema(options: SettingOptions): Record<string, unknown> {
  const { title, description, secret, default: initial, examples } = options;
  const common = { title, description, default: initial, examples, ...(secret ? { writeOnly: true } : {}) };
  switch (options.type) {
    case 'string':
      return {
        type: 'string',
        ...common,
        enum: options.enum,
        pattern: options.pattern?.source,
        maxLength: options.maxLength ?? longestText,
        format: options.format,
      };
    case 'integer':
      return { type: 'integer', ...common, minimum: options.minimum, maximum: options.maximum };
    case 'boolean':
      return { type: 'boolean', ...common };
    case 'strings':
      return { type: 'array', items: { type: 'string', enum: options.enum }, ...common };
    case 'object':
      return { type: 'object', ...options.schema, ...common };
  }
}

function isRequired(options: SettingOptions): boolean {
  return options.required ?? options.default === undefined;
}

function rulesOf(options: SettingOptions): PropertyDecorator[] {
  const presence = isRequired(options) ? IsNotEmpty({ message: '$property is required' }) : IsOptional();
  switch (options.type) {
    case 'string':
      return [
        presence,
        IsString(),
        MaxLength(options.maxLength ?? longestText),
        ...(options.enum ? [IsIn([...options.enum])] : []),
        ...(options.pattern ? [hasForm(options, options.pattern)] : []),
      ];
    case 'integer':
      return [
        presence,
        IsInt(),
        ...(options.minimum === undefined ? [] : [Min(options.minimum)]),
        ...(options.maximum === undefined ? [] : [Max(options.maximum)]),
      ];
    case 'boolean':
      return [presence, IsBoolean()];
    case 'strings':
      return [
        presence,
        IsArray(),
        IsString({ each: true }),
        ...(options.enum ? [IsIn([...options.enum], { each: true })] : []),
      ];
    case 'object':
      return [presence, fits(options.check)];
  }
}

/** The usual regular expressions in words. */
const forms: Readonly<Record<string, string>> = {
  '\\S': 'must not be blank',
  '^\\S+$': 'must not have blanks in it',
  '^\\S.*$': 'must not begin with a blank',
  '^[^\\0]+$': 'must be text',
  '^https?:\\/\\/[^/\\s?#]+$': 'must be an address such as https://example.com: the host alone, without path or query',
  '^[A-Za-z0-9_-]{16,}$': 'must have 16 or more letters, digits, - or _',
  '^[A-Za-z0-9_-]{22,}$': 'must have 22 or more letters, digits, - or _',
  '^\\S{8,}$': 'must have 8 or more characters without blanks',
  '^\\S{16,}$': 'must have 16 or more characters without blanks',
  '^[\\x21-\\x7e]{8,}$': 'must have 8 or more letters, digits or signs of ASCII without blanks',
  '^[\\w-]+$': 'must have letters, digits, - and _ only',
  '^[A-Za-z0-9_-]+$': 'must have letters, digits, - and _ only',
  '^[A-Za-z0-9-]+$': 'must have letters, digits and - only',
  '^[a-z0-9-]+$': 'must have small letters, digits and - only',
  '^[A-Za-z0-9_.-]+$': 'must have letters, digits, -, _ and . only',
  '^[0-9]+$': 'must have digits only',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'must be a time of day such as 15:00',
  '^[a-z0-9-]{1,60}$': 'must be the name of a header in small letters',
  '^[A-Za-z_+\\-/0-9]+$': 'must be an IANA zone such as Europe/Vienna',
  '^[A-Za-z_]+(\\/[A-Za-z0-9_+-]+)*$': 'must be an IANA zone such as Europe/Vienna',
};

/** Whether a pattern can be put into words without a `form` of its own. */
export function isUsualForm(pattern: string): boolean {
  return Object.hasOwn(forms, new RegExp(pattern).source);
}

/** Most people know what a value is for; few read regular expressions. So the expression comes last. */
function formProblem({
  pattern,
  form = forms[pattern?.source ?? ''],
  description,
  examples,
}: Extract<SettingOptions, { type: 'string' }>): string {
  const help = [
    description?.replace(/([^.])$/, '$1.'),
    examples?.length ? `Such as ${examples.map(String).join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
  if (form) return help ? `${form}. ${help}` : form;
  return `has not the form that it needs. ${help ? `${help} ` : ''}It must match ${pattern?.source}`;
}

/** Too long a text is reported as that and not matched, which could take long. */
function hasForm(options: Extract<SettingOptions, { type: 'string' }>, pattern: RegExp): PropertyDecorator {
  const most = options.maxLength ?? longestText;
  return ValidateBy({
    name: 'matches',
    validator: {
      validate: (value) => typeof value === 'string' && (value.length > most || pattern.test(value)),
      defaultMessage: () => formProblem(options),
    },
  });
}

function fits(check: SettingCheck): PropertyDecorator {
  // The presence rule reports a missing value.
  const found = (value: unknown, settings: object = {}) =>
    value === undefined ? [] : check(value, '#', settings as Readonly<Record<string, unknown>>);
  return ValidateBy({
    name: 'fits',
    validator: {
      validate: (value, context) => found(value, context?.object).length === 0,
      defaultMessage: (context) =>
        found(context?.value, context?.object)
          .map(({ pointer, detail }) => `${pointer} ${detail}`)
          .join('; ')
          .slice(0, 1000),
    },
  });
}
