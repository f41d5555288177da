import type { FieldProblem } from '../../kernel/errors.js';
import type { FactKind } from '../facts/facts.js';
import type { AccessSettings } from './access-settings.js';
import { anchors, factFields } from './fact-fields.js';
import { clockTime, fine, integer, listOf, members, oneOf, orNull, type Rule, text, wrong } from './shape.js';
import { fieldsIn, longestTemplate, TemplateProblem } from './template.js';
import { isObject } from '../../kernel/json/is-object.js';

const tenYearsSeconds = 10 * 366 * 86_400;
const thirtyDays = 30 * 86_400;
const everyAnchor = [...new Set(Object.values(anchors).flat())];
const offset = integer(-tenYearsSeconds, tenYearsSeconds);

const template: Rule = (value, pointer) => {
  const shape = text(longestTemplate)(value, pointer);
  return shape.length > 0 ? shape : problemsOf(String(value), pointer);
};

const condition: Rule = (value, pointer) => {
  const shape = members(
    { field: text(100), op: oneOf('eq', 'ne', 'in', 'not_in', 'gt', 'lt', 'like', 'present'), value: () => fine },
    ['field', 'op'],
  )(value, pointer);
  return shape.length > 0 ? shape : comparison(value as { op: string; value?: unknown }, pointer);
};

export const conditions = listOf(condition, 0, 20);
const anchorMembers = { at: oneOf(...everyAnchor), offset_seconds: offset };

const rules: Readonly<Record<keyof AccessSettings, Rule>> = {
  preset: text(100),
  grant: oneOf('user', 'voucher', 'none'),
  per: oneOf('guest', 'room'),
  when: conditions,
  username: template,
  password: orNull(template),
  group: listOf(members({ when: conditions, name: template }, ['name']), 1, 50),
  starts: members(anchorMembers),
  ends: members({
    ...anchorMembers,
    after_check_out_seconds: integer(0, tenYearsSeconds),
    longest_seconds: orNull(integer(60, thirtyDays)),
    closing_time: orNull(clockTime),
  }),
  on_end: oneOf('disable', 'delete'),
  delete_after_seconds: orNull(integer(0, tenYearsSeconds)),
  voucher: members({
    count: integer(1, 1000),
    duration_seconds: orNull(integer(60, tenYearsSeconds)),
    max_devices: orNull(integer(1, 1000)),
  }),
  max_devices: orNull(integer(1, 1000)),
  deliver: listOf(members({ via: oneOf('answer', 'email', 'sms'), to: template }, ['via']), 0, 5),
  on_conflict: oneOf('dispute', 'suffix'),
};

/** Every error in an access input, below `pointer`. `whole`: no key may be missing, as in a preset. */
export function wrongPlaces(
  input: unknown,
  options: { readonly pointer?: string; readonly whole?: boolean } = {},
): FieldProblem[] {
  return members(rules, options.whole ? Object.keys(rules) : [])(input, options.pointer ?? '#');
}

/**
 * What does not fit the connector's kind of facts: fields they lack, moments they do not know. `settings` are resolved;
 * errors in parts that the operator did not write are reported at the chosen preset.
 */
export function misfits(
  settings: AccessSettings,
  input: Readonly<Record<string, unknown>>,
  kind: FactKind,
  pointer = '#/access',
): FieldProblem[] {
  const found = [
    ...misfitFields(settings, kind, pointer),
    ...(['starts', 'ends'] as const).flatMap((name) =>
      oneOf(...anchors[kind])(settings[name].at, `${pointer}/${name}/at`),
    ),
    ...(settings.per === 'room' && kind !== 'stay' ? wrong(`${pointer}/per`, 'room is for stays only') : []),
  ];
  return found.map((each) => {
    const key = each.pointer.slice(pointer.length + 1).split('/')[0];
    const isOwn =
      Object.hasOwn(input, key) &&
      (key === 'group' || key === 'when' || !isObject(input[key]) || Object.hasOwn(input[key], 'at'));
    return isOwn
      ? each
      : {
          pointer: `${pointer}/preset`,
          detail: `${settings.preset} does not fit this connector: ${key} ${each.detail}`,
        };
  });
}

function misfitFields(settings: AccessSettings, kind: FactKind, pointer: string): FieldProblem[] {
  const known = factFields[kind];
  const unknown = (field: string, at: string): FieldProblem[] =>
    known.has(field) ? fine : wrong(at, `${field} is not a field of a ${kind}; there are ${[...known].join(', ')}`);
  const inTemplate = (value: string | null, at: string): FieldProblem[] =>
    value === null ? fine : fieldsIn(value).flatMap((field) => unknown(field, at));
  const inConditions = (list: AccessSettings['when'], at: string): FieldProblem[] =>
    list.flatMap(({ field }, index) => unknown(field, `${at}/${index}/field`));
  return [
    ...inConditions(settings.when, `${pointer}/when`),
    ...(settings.grant === 'user'
      ? [
          ...inTemplate(settings.username, `${pointer}/username`),
          ...inTemplate(settings.password, `${pointer}/password`),
        ]
      : []),
    ...settings.group.flatMap(({ when, name }, index) => [
      ...inConditions(when ?? [], `${pointer}/group/${index}/when`),
      ...inTemplate(name, `${pointer}/group/${index}/name`),
    ]),
  ];
}

function problemsOf(value: string, pointer: string): FieldProblem[] {
  try {
    fieldsIn(value);
    return fine;
  } catch (error) {
    if (error instanceof TemplateProblem) return wrong(pointer, `is not a template that can be used: ${error.message}`);
    throw error;
  }
}

function comparison({ op, value }: { readonly op: string; readonly value?: unknown }, pointer: string): FieldProblem[] {
  const isPlain = (each: unknown): boolean =>
    ['string', 'number', 'boolean'].includes(typeof each) && String(each).length <= 200;
  if (op === 'present')
    return value === undefined || typeof value === 'boolean'
      ? fine
      : wrong(`${pointer}/value`, 'must be true or false for op present');
  if (op === 'in' || op === 'not_in')
    return Array.isArray(value) && value.length > 0 && value.length <= 1000 && value.every(isPlain)
      ? fine
      : wrong(`${pointer}/value`, `must be a list of texts or numbers for op ${op}`);
  return isPlain(value)
    ? fine
    : wrong(`${pointer}/value`, `must be a text of at most 200 characters, a number, true or false for op ${op}`);
}
