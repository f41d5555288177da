import { type Reader, readOneOf, wholeNumber, Wrong } from '../../http/body/readers.js';
import { isObject } from '../../kernel/json/is-object.js';
import { type FieldProblem, pointerToken } from '../../kernel/errors.js';

/** Looks at one value of an input and says what is wrong with it, with a JSON Pointer to each wrong place. */
export type Rule = (value: unknown, pointer: string) => FieldProblem[];

export const fine: FieldProblem[] = [];

export function wrong(pointer: string, detail: string): FieldProblem[] {
  return [{ pointer, detail }];
}

/** A reader of a field as a rule. */
export function reads(read: Reader): Rule {
  return (value, pointer) => {
    const found = read(value);
    return found instanceof Wrong
      ? [found, ...found.others].map(({ detail, at }) => ({ pointer: `${pointer}${at}`, detail }))
      : fine;
  };
}

export function oneOf(...values: readonly string[]): Rule {
  return reads(readOneOf(values));
}

export function integer(minimum: number, maximum: number): Rule {
  return reads(wholeNumber(minimum, maximum));
}

export function text(longest: number): Rule {
  return (value, pointer) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= longest
      ? fine
      : wrong(pointer, `must be a text of 1 to ${longest} characters`);
}

export function orNull(rule: Rule): Rule {
  return (value, pointer) =>
    value === null ? fine : rule(value, pointer).map((each) => ({ ...each, detail: `${each.detail}, or null` }));
}

export function listOf(rule: Rule, least: number, most: number): Rule {
  return (value, pointer) => {
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return wrong(pointer, `must be a list of ${least} to ${most} items`);
    return value.flatMap((item, index) => rule(item, `${pointer}/${index}`));
  };
}

/** An object with these members and no others; `required` ones must be there. */
export function members(rules: Readonly<Record<string, Rule>>, required: readonly string[] = []): Rule {
  return (value, pointer) => {
    if (!isObject(value)) return wrong(pointer, 'must be an object');
    const missing = required
      .filter((name) => !Object.hasOwn(value, name))
      .flatMap((name) => wrong(`${pointer}/${name}`, 'is required'));
    const present = Object.entries(value).flatMap(([name, member]) =>
      Object.hasOwn(rules, name)
        ? rules[name](member, `${pointer}/${pointerToken(name)}`)
        : wrong(`${pointer}/${pointerToken(name)}`, `is not known here; there are ${Object.keys(rules).join(', ')}`),
    );
    return [...missing, ...present];
  };
}
