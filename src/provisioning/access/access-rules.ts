import { readPart } from '../../http/body/dto-check.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { isObject } from '../../kernel/json/is-object.js';
import type { FactKind } from '../facts/facts.js';
import { AccessInputDto, type AccessSettings, AccessSettingsDto } from './access-settings.dto.js';
import { readConditions } from './access-condition.dto.js';
import { anchors, factFields } from './fact-fields.js';
import { fine, oneOf, reads, wrong } from './shape.js';
import { fieldsIn } from './template.js';

export const conditions = reads(readConditions);

/** Every error in an access input, below `pointer`. `whole`: no key may be missing, as in a preset. */
export function wrongPlaces(
  input: unknown,
  options: { readonly pointer?: string; readonly whole?: boolean } = {},
): FieldProblem[] {
  return reads(readPart(options.whole ? AccessSettingsDto : AccessInputDto))(input, options.pointer ?? '#');
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
    known.has(field) ? fine : wrong(at, `${field} is not a field of kind ${kind}; there are ${[...known].join(', ')}`);
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
