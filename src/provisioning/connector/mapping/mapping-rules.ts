import { conditions } from '../../access/access-rules.js';
import { type FieldProblem, pointerToken } from '../../../kernel/errors.js';
import { factStatuses, factTypes, type FactType } from '../../facts/fact-types.js';
import { type FactKind, snakeCased } from '../../facts/facts.js';
import { fine, listOf, members, oneOf, type Rule, text, wrong } from '../shape.js';
import { Effort, Unreadable } from './effort.js';
import { factOf } from './fact-values.js';
import type { MappingDocument, MappedValue, MatchRule } from './mapping-document.js';
import { longestPointer, pointerIn } from './pointer.js';
import { type MappingOptions, RecordMapping } from './record-mapping.js';
import { wrongTransform } from './transforms.js';
import { isObject } from '../../../kernel/json/is-object.js';

const longestDocument = 64 * 1024;
const kinds = Object.keys(factTypes);

export const pointer: Rule = (value, at) =>
  pointerIn(value)
    ? fine
    : wrong(
        at,
        `must be a JSON Pointer of at most ${longestPointer} characters: /a/b in the record, #/a/b in the ` +
          'whole message, and once `*`, for every member of a list',
      );

/** Conditions whose fields are pointers. */
export const pointerConditions: Rule = (value, at) => {
  const shape = conditions(value, at);
  return shape.length > 0
    ? shape
    : (value as { field: string }[]).flatMap(({ field }, index) => pointer(field, `${at}/${index}/field`));
};

const find: Rule = (value, at) => {
  if (!isObject(value)) return wrong(at, 'must be an object with field, op, value and take');
  const { take, of, ...condition } = value;
  return [
    ...pointer(take, `${at}/take`),
    ...(of === undefined ? fine : oneOf('first', 'latest')(of, `${at}/of`)),
    ...pointerConditions([condition], at).map((each) => ({ ...each, pointer: each.pointer.replace(`${at}/0`, at) })),
  ];
};

const truth: Rule = (value, at) => (typeof value === 'boolean' ? fine : wrong(at, 'must be true or false'));
const mappedValue = members({ path: pointer, find, transform: listOf(text(100), 0, 10), lenient: truth }, ['path']);
export const mappingKey: Rule = (value, at) =>
  (Array.isArray(value) ? listOf(mappedValue, 1, 4) : mappedValue)(value, at);

const matchRule: Rule = (value, at) => {
  const shape = members({
    when: pointerConditions,
    status: text(30),
    action: oneOf('ignore', 'remove'),
    mode: oneOf('replace', 'merge'),
  })(value, at);
  if (shape.length > 0) return shape;
  const { status, action } = value as unknown as MatchRule;
  return (status === undefined) === (action === undefined)
    ? wrong(at, 'must have either a status or an action (ignore, remove)')
    : fine;
};

/** An object whose names are the tenant's. */
function named(rule: Rule, most: number): Rule {
  return (value, at) => {
    if (!isObject(value)) return wrong(at, 'must be an object');
    const names = Object.keys(value);
    if (names.length > most) return wrong(at, `must have at most ${most} members`);
    return names.flatMap((name) => [...text(200)(name, at), ...rule(value[name], `${at}/${pointerToken(name)}`)]);
  };
}

const shape = members(
  {
    version: (value, at) => (value === 1 ? fine : wrong(at, 'must be 1')),
    kind: oneOf(...kinds),
    records: pointer,
    match: listOf(matchRule, 1, 20),
    key: mappingKey,
    record_version: mappedValue,
    fields: named(mappedValue, 40),
    constants: named(() => fine, 40),
    required: listOf(text(50), 0, 40),
    tables: named(
      named(
        (value, at) =>
          typeof value === 'string' && value.length <= 200
            ? fine
            : wrong(at, 'must be a text of at most 200 characters'),
        500,
      ),
      20,
    ),
    sample: () => fine,
  },
  ['version', 'kind', 'match', 'key', 'fields'],
);

/** Every wrong place of a mapping document; last, whether it understands its own sample. */
export function wrongInMapping(value: unknown, at: string, options: MappingOptions): FieldProblem[] {
  if ((JSON.stringify(value) ?? '').length > longestDocument)
    return wrong(at, `must be at most ${longestDocument} characters of JSON`);
  const misshapen = shape(value, at);
  if (misshapen.length > 0) return misshapen;
  const document = value as unknown as MappingDocument;
  const misfits = [
    ...wrongStatuses(document, at),
    ...wrongFields(document, at),
    ...wrongTransforms(document, at),
    ...wrongConstants(document, at),
  ];
  return misfits.length > 0 || document.sample === undefined ? misfits : wrongSample(document, at, options);
}

function wrongStatuses({ kind, match }: MappingDocument, at: string): FieldProblem[] {
  return match.flatMap(({ status }, index) =>
    status === undefined ? fine : oneOf(...factStatuses[kind])(status, `${at}/match/${index}/status`),
  );
}

function wrongFields(
  { kind, fields, constants = {}, required = [], records }: MappingDocument,
  at: string,
): FieldProblem[] {
  const known = Object.keys(snakeCased(factTypes[kind]));
  const unknown = (name: string, place: string) =>
    known.includes(name) ? fine : wrong(place, `is not a field of kind ${kind}; there are ${known.join(', ')}`);
  return [
    ...Object.keys(fields).flatMap((name) => unknown(name, `${at}/fields/${pointerToken(name)}`)),
    ...Object.keys(constants).flatMap((name) => unknown(name, `${at}/constants/${pointerToken(name)}`)),
    ...required.flatMap((name, index) =>
      Object.hasOwn(fields, name) || Object.hasOwn(constants, name)
        ? fine
        : wrong(`${at}/required/${index}`, 'names neither a field nor a constant of this document'),
    ),
    ...(records?.startsWith('#')
      ? wrong(`${at}/records`, 'is looked up in the message already: leave the # away')
      : fine),
  ];
}

function wrongTransforms(
  { key, record_version: version, fields, tables = {} }: MappingDocument,
  at: string,
): FieldProblem[] {
  const keys = Array.isArray(key)
    ? key.map((each, index) => [`key/${index}`, each as MappedValue] as const)
    : [['key', key as MappedValue] as const];
  const values: (readonly [string, MappedValue])[] = [
    ...keys,
    ...(version ? [['record_version', version] as const] : []),
    ...Object.entries(fields).map(([name, each]) => [`fields/${pointerToken(name)}`, each] as const),
  ];
  return values.flatMap(([where, { transform = [] }]) =>
    transform.flatMap((written, index) => {
      const said = wrongTransform(written, tables);
      return said ? wrong(`${at}/${where}/transform/${index}`, said) : fine;
    }),
  );
}

function wrongConstants({ kind, constants = {} }: MappingDocument, at: string): FieldProblem[] {
  const types = snakeCased(factTypes[kind]) as Readonly<Record<string, FactType>>;
  return Object.entries(constants)
    .filter(([name]) => Object.hasOwn(types, name))
    .flatMap(([name, constant]) => {
      const place = `${at}/constants/${pointerToken(name)}`;
      try {
        const fact = factOf(constant, types[name], { zone: 'UTC', tables: {}, effort: new Effort() });
        return JSON.stringify(fact) === JSON.stringify(constant)
          ? fine
          : wrong(place, `must be written as it is to be${fact === undefined ? '' : `: ${JSON.stringify(fact)}`}`);
      } catch (error) {
        if (error instanceof Unreadable) return wrong(place, error.message);
        throw error;
      }
    });
}

function wrongSample(document: MappingDocument, at: string, options: MappingOptions): FieldProblem[] {
  const changes = new RecordMapping(document, options).changesOf(document.sample);
  return changes.flatMap((change) =>
    change.kind === 'malformed' ? wrong(`${at}/sample`, `is not understood: ${change.problem.detail}`) : fine,
  );
}

/** The kind of facts of a document that was checked; a document that was not may be anything. */
export function kindOf(document: unknown): FactKind | undefined {
  return isObject(document) && kinds.includes(document.kind as string) ? (document.kind as FactKind) : undefined;
}
