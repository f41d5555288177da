import { isObject } from '../../../kernel/json/is-object.js';
import { unstorableTexts } from '../../../kernel/json/unstorable.js';
import { ScimProblem } from './scim-problem.js';
import { type ScimAttribute, attributeNamed } from './attribute.js';

export type ScimElement = Readonly<Record<string, unknown>>;

const mostElements = 100;

/**
 * Converts a received value to the attribute's type; undefined: no value (null, '' and [], RFC 7643, 2.5). Some
 * directories send booleans as text ("False"), others numbers where text belongs.
 * @throws ScimProblem invalidValue
 */
export function scimValueOf(attribute: ScimAttribute, written: unknown): unknown {
  if (attribute.multiValued) return listOf(attribute, written);
  if (isEmpty(written)) return undefined;
  return attribute.type === 'complex' ? partsOf(attribute, written) : simpleOf(attribute, written);
}

export function isEmpty(written: unknown): boolean {
  return (
    written === null || written === undefined || written === '' || (Array.isArray(written) && written.length === 0)
  );
}

function simpleOf({ name, type, longest }: ScimAttribute, written: unknown): unknown {
  if (type === 'boolean') {
    if (typeof written === 'boolean') return written;
    if (typeof written === 'string' && /^(true|false)$/i.test(written)) return written.toLowerCase() === 'true';
    throw ScimProblem.bad('invalidValue', `${name} is true or false`);
  }
  if (typeof written === 'number' || typeof written === 'boolean') return String(written);
  // A list of one element, or {"value": …}, stands for the value itself.
  const [inner] = Array.isArray(written) ? (written as unknown[]) : [isObject(written) ? written.value : written];
  if (typeof inner !== 'string') throw ScimProblem.bad('invalidValue', `${name} is a text`);
  if (inner.length > longest) throw ScimProblem.bad('invalidValue', `${name} has more than ${longest} characters`);
  if (unstorableTexts(inner).length > 0) throw ScimProblem.bad('invalidValue', `${name} has characters that are none`);
  return inner;
}

/** Contains only the parts that were sent; null removes a part. Read-only parts are dropped. */
function partsOf(attribute: ScimAttribute, written: unknown): Record<string, unknown> | undefined {
  const object = objectOf(attribute, written);
  if (object === undefined) return undefined;
  const parts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    const part = attributeNamed(attribute.subAttributes ?? [], name);
    if (part?.mutability === 'readWrite' && part.type !== 'reference')
      parts[part.name] = isEmpty(value) ? null : simpleOf(part, value);
  }
  return Object.keys(parts).length > 0 ? parts : undefined;
}

/** Directories send a manager as an id, a list of one, or an object. */
function objectOf(
  { name, subAttributes }: ScimAttribute,
  written: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const inner: unknown = Array.isArray(written) ? (written as unknown[])[0] : written;
  if (isObject(inner)) return inner;
  const isId = (typeof inner === 'string' || typeof inner === 'number') && attributeNamed(subAttributes ?? [], 'value');
  if (isId) return { value: String(inner) };
  throw ScimProblem.bad('invalidValue', `${name} has parts: it is an object`);
}

function listOf(attribute: ScimAttribute, written: unknown): ScimElement[] | undefined {
  if (isEmpty(written)) return undefined;
  const list = Array.isArray(written) ? (written as unknown[]) : [written];
  if (list.length > mostElements)
    throw ScimProblem.bad('invalidValue', `${attribute.name} has more than ${mostElements} elements`);
  const elements = list
    .filter((each) => !isEmpty(each))
    .flatMap((each) => {
      const parts = partsOf(attribute, each);
      return parts ? withoutNulls(parts) : [];
    });
  return elements.length > 0 ? oneOfEach(elements) : undefined;
}

function withoutNulls(parts: Readonly<Record<string, unknown>>): ScimElement[] {
  const known = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined));
  return isWorthKeeping(known) ? [known] : [];
}

/** An element with nothing but a type, such as an e-mail without an address, says nothing. */
export function isWorthKeeping(element: ScimElement): boolean {
  return Object.keys(element).some((name) => name !== 'type' && name !== 'primary');
}

/** Removes repeated elements; of several primary elements the last one stays primary. */
export function oneOfEach(elements: readonly ScimElement[]): ScimElement[] {
  const unique = [
    ...new Map(
      elements.map((each) => [
        JSON.stringify(
          Object.entries(each)
            .filter(([name]) => name !== 'primary')
            .sort(),
        ),
        each,
      ]),
    ).values(),
  ];
  const preferred = unique.findLast(({ primary }) => primary === true);
  return unique.map((each) => (each.primary === true && each !== preferred ? { ...each, primary: false } : each));
}
