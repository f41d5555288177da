import { expect, test } from '@jest/globals';
import { openApiSchema } from './json-schema.js';

test.each([
  [
    { type: ['string', 'null'], const: 'a' },
    { type: 'string', nullable: true, enum: ['a'] },
  ],
  [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
  [{ type: ['string', 'integer', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true }],
  [
    { type: 'object', properties: { type: { type: ['number', 'null'] } }, required: [] },
    { type: 'object', properties: { type: { type: 'number', nullable: true } } },
  ],
  [{ $schema: 'https://json-schema.org/draft/2020-12/schema', items: { examples: [1, 2] } }, { items: { example: 1 } }],
])('%j is written as OpenAPI 3.0 has it', (schema, written) => {
  expect(openApiSchema(schema)).toEqual(written);
});
