import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { type FieldProblem, pointerToken } from '../../kernel/errors.js';
import { apiName, fieldName } from '../field-names.js';
import { notSettable } from './field-problems.js';
import { readerRule } from './fields.js';
import { type Reader, Wrong } from './readers.js';

export interface ReadValues<Values> {
  readonly values: Partial<Values>;
  readonly errors: readonly FieldProblem[];
}

interface Field {
  readonly api: string;
  /** Its name in the code. */
  readonly name: string;
  readonly read: Reader;
  readonly isRequired: boolean;
}

/**
 * Checks values against a DTO whose fields have readers (fields.ts). Built once from class-validator's metadata: a
 * validated instance costs more than twenty times as much, which for the rows of a bulk request is more than the
 * database takes.
 */
export class DtoCheck<Values extends object> {
  private readonly byApi: ReadonlyMap<string, Field>;
  private readonly byName: ReadonlyMap<string, Field>;
  private readonly required: readonly string[];

  constructor(dto: Type<object>) {
    const fields = fieldsOf(dto);
    this.byApi = new Map(fields.map((field) => [field.api, field]));
    this.byName = new Map(fields.map((field) => [field.name, field]));
    this.required = requiredOf(dto);
  }

  /** Turns a JSON object with the API's names into one with the code's names; a name that the DTO lacks is an error. */
  fromApi(data: unknown, unknown = notSettable): ReadValues<Values> {
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      return { values: {}, errors: [{ pointer: '#', detail: 'must be an object' }] };
    const read = this.read(this.byApi, data, unknown);
    const absent = this.required
      .filter((name) => !Object.hasOwn(data, name))
      .map((name) => ({ pointer: `#/${name}`, detail: 'is required' }));
    return absent.length > 0 ? { ...read, errors: [...absent, ...read.errors] } : read;
  }

  /** Values under the code's names; absent equals undefined, and nothing is required. */
  check(values: object): ReadValues<Values> {
    return this.read(this.byName, values, notSettable);
  }

  /** As a part of a body, under the API's names: what is wrong in it is pointed at inside of it. */
  part(data: unknown): unknown {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return new Wrong('must be an object');
    const { values, errors } = this.fromApi(data, `is not known here; there are ${[...this.byApi.keys()].join(', ')}`);
    const wrong = Wrong.all(errors.map(({ pointer, detail }) => new Wrong(detail, pointer.slice(1))));
    return wrong ?? Object.fromEntries(Object.entries(values).map(([name, value]) => [apiName(name), value]));
  }

  private read(fields: ReadonlyMap<string, Field>, data: object, unknown: string): ReadValues<Values> {
    const values: Record<string, unknown> = {};
    const errors: FieldProblem[] = [];
    for (const [key, value] of Object.entries(data)) {
      if (value === undefined) continue;
      const field = fields.get(key);
      if (!field) {
        errors.push({ pointer: `#/${pointerToken(key)}`, detail: unknown });
        continue;
      }
      const read = field.read(value);
      if (read instanceof Wrong)
        for (const { at, detail } of [read, ...read.others]) errors.push({ pointer: `#/${field.api}${at}`, detail });
      else values[field.name] = read;
    }
    return { values: values as Partial<Values>, errors };
  }
}

const checks = new Map<Type<object>, DtoCheck<object>>();

/** Built once per class. */
export function checkOf<Values extends object>(dto: Type<object>): DtoCheck<Values> {
  const check = checks.get(dto) ?? new DtoCheck<object>(dto);
  checks.set(dto, check);
  return check as DtoCheck<Values>;
}

/** Reads a part of a body that has a DTO of its own, under the API's names. */
export function readPart(dto: Type<object>): Reader {
  const check = checkOf(dto);
  return (value) => check.part(value);
}

/** The reader of each field of a DTO, by the API's names. */
export function readersOf(dto: Type<object>): ReadonlyMap<string, Reader> {
  return new Map(fieldsOf(dto).map(({ api, read }) => [api, read]));
}

/** The required fields of a DTO, by the API's names. */
export function requiredOf(dto: Type<object>): readonly string[] {
  return fieldsOf(dto)
    .filter(({ isRequired }) => isRequired)
    .map(({ api }) => api);
}

/** Reads an object whose entries are fields of a DTO, under the API's names; leaves out null entries. */
export function readEntries(dto: Type<object>): Reader {
  const readers = readersOf(dto);
  return (value) => {
    if (value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value)) return new Wrong('must be an object');
    const entries: Record<string, unknown> = {};
    for (const [name, wanted] of Object.entries(value as object)) {
      const read = readers.get(name);
      if (!read) return new Wrong(`has no entry ${name.slice(0, 64)}. Known are: ${[...readers.keys()].join(', ')}`);
      if (wanted === null || wanted === undefined) continue;
      const entry = read(wanted);
      if (entry instanceof Wrong) return new Wrong(entry.detail, `/${name}${entry.at}`);
      entries[name] = entry;
    }
    return entries;
  };
}

function fieldsOf(dto: Type<object>): Field[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const conditions = rules.filter(({ type }) => type === 'conditionalValidation');
  return rules
    .filter(({ type }) => type !== 'conditionalValidation')
    .map(({ name, propertyName, constraints }) => {
      if (name !== readerRule) throw new Error(`${dto.name}.${propertyName}: its rule ${name} is no reader`);
      const [read] = constraints as [Reader];
      const own = conditions.filter((condition) => condition.propertyName === propertyName);
      const isRequired = own.every((condition) => condition.constraints[0]({}, undefined));
      return { api: propertyName, name: fieldName(propertyName), read, isRequired };
    });
}
