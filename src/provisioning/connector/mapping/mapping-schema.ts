import { factStatuses, factTypes } from '../../facts/fact-types.js';
import { snakeCased } from '../../facts/facts.js';
import { type SchemaPart, shape, word } from '../setting-schema.js';

const text = word('Text');
const texts: SchemaPart = { type: 'array', title: 'Several', items: { type: 'string' } };
const truth = (title: string): SchemaPart => ({ type: 'boolean', title });
const pointer = (title: string, example: string, more: SchemaPart = {}): SchemaPart =>
  word(title, { examples: [example], ...more });

/** The right-hand side of a condition. */
const compared: SchemaPart = {
  title: 'Value',
  default: '',
  oneOf: [text, { type: 'number', title: 'Number' }, truth('Yes or no'), texts],
};
const operator = word('How', { enum: ['eq', 'ne', 'in', 'not_in', 'gt', 'lt', 'like', 'present'], default: 'eq' });
const condition = { field: pointer('Field', '/type'), op: operator, value: compared };

/** Suggestions only: an anchor with another word after the colon is typed. */
const textTransforms = ['trim', 'lower', 'upper', 'email', 'phone:AT', 'split:,', 'first', 'last'];
const timeTransforms = ['datetime:site', 'datetime:utc', 'datetime:epoch-s', 'date:site', 'date:dmy', 'day-at:15:00'];
const transforms = [...textTransforms, ...timeTransforms, 'date-end:site', 'lookup:table', 'default:value'];
const value = (title: string): SchemaPart => ({
  ...shape(
    {
      path: pointer('Path', '/guest/email', { description: '/ in the record, #/ in the whole message.' }),
      transform: { type: 'array', title: 'Made of it by', items: { type: 'string', examples: transforms } },
      lenient: truth('What cannot be read counts as absent'),
      find: {
        ...shape(
          {
            ...condition,
            take: pointer('Take of it', '/answer'),
            of: word('Of several', { enum: ['first', 'latest'], default: 'first' }),
          },
          ['field', 'op', 'take'],
        ),
        title: 'The one of a list where',
      },
    },
    ['path'],
  ),
  title,
});

const words = (of: Readonly<Record<string, readonly string[]>>) => [...new Set(Object.values(of).flat())];
const fields = words(
  Object.fromEntries(Object.entries(factTypes).map(([kind, types]) => [kind, Object.keys(snakeCased(types))])),
);

/** The form for what mapping-rules.ts checks. The rules say which fields and states each kind has. */
export const mappingSchema: SchemaPart = shape(
  {
    version: { const: 1 },
    kind: word('What the records are', { enum: Object.keys(factTypes) }),
    records: {
      title: 'Records',
      description: 'Where the list of records is; without it the message is the record.',
      default: '/records',
      oneOf: [
        { title: 'The message is the list', const: '' },
        pointer('A list in the message, at', '/records', { default: '/records' }),
      ],
    },
    match: {
      type: 'array',
      title: 'Rules',
      description: 'The first whose conditions all hold says what the record means.',
      items: {
        ...shape({
          when: { type: 'array', title: 'Where', items: { ...shape(condition, ['field', 'op']), title: 'Condition' } },
          status: word('Status', { enum: words(factStatuses) }),
          action: word('Or instead', { enum: ['ignore', 'remove'] }),
          mode: word('Mode', { enum: ['replace', 'merge'] }),
        }),
        title: 'Rule',
      },
    },
    key: {
      title: 'Key',
      description: 'What never changes about the record at its source.',
      oneOf: [value('One value'), { type: 'array', title: 'Several, joined by /', items: value('Value') }],
    },
    record_version: { ...value('Version'), description: 'Rises with every change at the source.' },
    fields: {
      type: 'object',
      title: 'Fields',
      propertyNames: { enum: fields },
      additionalProperties: value('Field'),
    },
    constants: {
      type: 'object',
      title: 'Constants',
      description: 'Facts that are always the same.',
      propertyNames: { enum: fields },
      additionalProperties: { title: 'Constant', oneOf: [text, truth('Yes or no'), texts] },
    },
    required: {
      type: 'array',
      title: 'Required',
      description: 'Facts without which a record gives no access.',
      items: { type: 'string', examples: fields },
    },
    tables: {
      type: 'object',
      title: 'Tables',
      description: 'For the transform lookup.',
      additionalProperties: { type: 'object', title: 'Table', additionalProperties: word('Becomes') },
    },
    sample: { title: 'Sample', description: 'A message that must be understood for the document to be saved.' },
  },
  ['version', 'kind', 'match', 'key', 'fields'],
);
