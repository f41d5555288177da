import { readPart } from '../../http/body/dto-check.js';
import { Field, OneOfField } from '../../http/body/fields.js';
import { type Reader, readLater, readListOf, Wrong } from '../../http/body/readers.js';

const operators = ['eq', 'ne', 'in', 'not_in', 'gt', 'lt', 'like', 'present'] as const;

/** What a record's field has to be like. */
export class AccessConditionDto {
  /** A field of the facts, in snake_case, or `key`, the record's own. */
  @Field(filledText(100), { type: String, minLength: 1, maxLength: 100, example: 'vip' })
  readonly field: string;

  /** `like` compares with a pattern (`%`, `_`); `present` asks whether there is a value at all. */
  @OneOfField(operators, { example: 'in' })
  readonly op: (typeof operators)[number];

  /** A list with `in` and `not_in`, true or false (or nothing, for true) with `present`, else one value. */
  @Field(readLater, {
    required: false,
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } },
    ],
    example: ['1', '2'],
  })
  readonly value?: unknown;
}

export type AccessCondition = Readonly<AccessConditionDto>;

const readShape = readPart(AccessConditionDto);

/** At most twenty of them. */
export const readConditions = readListOf(
  (value) => {
    const read = readShape(value);
    return read instanceof Wrong ? read : (wrongComparison(value as AccessConditionDto) ?? read);
  },
  0,
  20,
);
/** Text that is more than blanks, as it was written. */
export function filledText(most: number): Reader {
  return (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most
      ? value
      : new Wrong(`must be a text of 1 to ${most} characters`);
}

function wrongComparison({ op, value }: AccessConditionDto): Wrong | undefined {
  const isPlain = (each: unknown): boolean =>
    ['string', 'number', 'boolean'].includes(typeof each) && String(each).length <= 200;
  if (op === 'present')
    return value === undefined || typeof value === 'boolean'
      ? undefined
      : new Wrong('must be true or false for op present', '/value');
  if (op === 'in' || op === 'not_in')
    return Array.isArray(value) && value.length > 0 && value.length <= 1000 && value.every(isPlain)
      ? undefined
      : new Wrong(`must be a list of texts or numbers for op ${op}`, '/value');
  return isPlain(value)
    ? undefined
    : new Wrong(`must be a text of at most 200 characters, a number, true or false for op ${op}`, '/value');
}
