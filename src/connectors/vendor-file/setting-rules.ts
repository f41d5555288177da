import { IsTimeZone } from 'class-validator';
import { fine, integer, listOf, members, oneOf, type Rule, text, wrong } from '../../provisioning/connector/shape.js';
import { isUsualForm, Setting, type SettingOptions } from '../../provisioning/connector/setting.js';
import { isObject } from '../../kernel/json/is-object.js';
import type { TemplateValues } from './template.js';
import type { VendorFile, VendorSetting } from './vendor-file.js';

export const truth: Rule = (value, at) => (typeof value === 'boolean' ? fine : wrong(at, 'must be true or false'));

/** Two repetitions over a text of n characters may take n² steps, and one more for each place to begin at. */
const longestRepeated = 100;
const usualLength = 1000;

/**
 * A pattern is run on what people type: without repeated groups, with few repetitions and few choices it cannot take
 * long.
 */
const pattern: Rule = (value, at) => {
  if (typeof value !== 'string' || value.length > 200) return wrong(at, 'must be a text of at most 200 characters');
  if (/\)[*+{?]/.test(value) || repetitionsIn(value) > 3 || /\\[1-9k]|\(\?/.test(value))
    return wrong(at, 'may repeat no group, look nowhere else, and repeat at most three times');
  // Each ? and | doubles the ways in which a text may fit.
  if ((value.match(/[?|]/g) ?? []).length > 2) return wrong(at, 'may have ? and | at most twice');
  try {
    void new RegExp(value);
    return fine;
  } catch {
    return wrong(at, 'is no regular expression');
  }
};

function repetitionsIn(expression: string): number {
  return (expression.match(/[*+{]/g) ?? []).length;
}

const description = members(
  {
    type: oneOf('string', 'integer', 'boolean'),
    title: text(60),
    description: text(500),
    secret: truth,
    required: truth,
    default: () => fine,
    examples: listOf(() => fine, 1, 5),
    enum: listOf(text(100), 1, 50),
    pattern,
    form: (value, at) =>
      typeof value === 'string' && /^must .{3,200}$/.test(value) ? fine : wrong(at, 'must begin with "must "'),
    maxLength: integer(1, 5000),
    format: oneOf('uri', 'time-zone'),
    minimum: integer(-1_000_000, 1_000_000),
    maximum: integer(-1_000_000, 1_000_000),
  },
  ['title'],
);

/** One member of `settings`. */
export const settingDescription: Rule = (value, at) => {
  const found = description(value, at);
  const {
    pattern: expression,
    form,
    maxLength = usualLength,
  } = (isObject(value) ? value : {}) as Partial<VendorSetting>;
  if (found.length > 0 || expression === undefined) return found;
  const repetitions = repetitionsIn(expression);
  if (maxLength > (repetitions > 1 ? longestRepeated : repetitions > 0 ? usualLength : Infinity))
    return wrong(
      `${at}/pattern`,
      `repeats ${repetitions} times: set maxLength to ${repetitions > 1 ? longestRepeated : usualLength} at most`,
    );
  return form !== undefined || isUsualForm(expression)
    ? fine
    : wrong(`${at}/pattern`, 'needs form: what the value must be, in words for people');
};

/** What a connection to the simulator has: defaults and first examples. */
export function exampleSettings({ settings }: { readonly settings?: unknown }): TemplateValues {
  const described = Object.entries(isObject(settings) ? settings : {});
  return Object.fromEntries(
    described.map(([name, setting]) => {
      const { default: initial, examples } = (isObject(setting) ? setting : {}) as Partial<VendorSetting>;
      return [name, initial ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined)];
    }),
  );
}

/** The class that the engine validates and describes the settings of a connection by. */
export function settingsClass(file: VendorFile): new () => object {
  const type = class VendorSettings {};
  for (const [name, setting] of Object.entries(file.settings)) {
    Setting(optionsOf(setting, name === file.webhook?.secret))(type.prototype, name);
    if (setting.format === 'time-zone')
      IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })(type.prototype, name);
  }
  return type;
}

function optionsOf(setting: VendorSetting, isReceived: boolean): SettingOptions {
  const { type = 'string', title, description, secret, required, examples, default: initial } = setting;
  const base = {
    title,
    description,
    secret,
    isReceived,
    required,
    default: initial,
    examples: secret ? undefined : examples,
  };
  if (type === 'integer') return { ...base, type, minimum: setting.minimum, maximum: setting.maximum };
  if (type === 'boolean') return { ...base, type };
  const isAddress = setting.format === 'uri';
  return {
    ...base,
    type,
    enum: setting.enum,
    maxLength: setting.maxLength,
    format: isAddress ? 'uri' : undefined,
    pattern: isAddress ? /^https?:\/\/[^/\s?#]+$/ : setting.pattern ? new RegExp(setting.pattern) : /^[^\0\r\n]+$/,
    form: isAddress || setting.pattern ? setting.form : 'must be one line of text',
  };
}
