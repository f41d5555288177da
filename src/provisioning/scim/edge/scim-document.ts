import type { OpenAPIObject } from '@nestjs/swagger';
import type { ScimAttribute } from '../schema/attribute.js';
import { mostResults } from '../schema/discovery.js';
import { commonAttributes, resourceSchemas, type ResourceType } from '../schema/schemas.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
type Shape = Exclude<Schema, { $ref: string }>;

const text: Shape = { type: 'string' };
const whole: Shape = { type: 'integer' };
const schemaNames: Shape = { type: 'array', items: text, description: 'The URNs of the schemas' };

/** What a list is asked for, as parameters or in the body of a search (RFC 7644, 3.4.2). */
export const searchFields: Readonly<Record<string, Shape>> = {
  filter: { ...text, description: 'Which resources (RFC 7644, 3.4.2.2)', example: 'userName eq "ada@example.com"' },
  startIndex: { ...whole, minimum: 1, description: 'The first resource of the page, from 1' },
  count: { ...whole, minimum: 0, maximum: mostResults, description: `Resources a page, at most ${mostResults}` },
  sortBy: { ...text, description: 'The attribute to sort by' },
  sortOrder: { ...text, enum: ['ascending', 'descending'], description: 'At first ascending' },
};

/** Which attributes an answer shows: by commas in a parameter, a list in a body. */
export const shapeFields = {
  attributes: 'The attributes to show',
  excludedAttributes: 'Those not to show',
} as const;

/** SCIM's resources and messages, made from the attributes that /Schemas shows. */
export function scimSchemas(): Schemas {
  return {
    ScimUser: record('User'),
    ScimGroup: record('Group'),
    ScimUserList: listOf('ScimUser'),
    ScimGroupList: listOf('ScimGroup'),
    ScimSearch: {
      type: 'object',
      description: 'What the parameters of a list say (RFC 7644, 3.4.3)',
      properties: {
        schemas: schemaNames,
        ...searchFields,
        ...Object.fromEntries(
          Object.entries(shapeFields).map(([name, description]) => [name, { type: 'array', items: text, description }]),
        ),
      },
    },
    ScimPatch: {
      type: 'object',
      description: 'RFC 7644, 3.5.2. The dialects of Entra ID and Okta are understood, too',
      required: ['Operations'],
      properties: {
        schemas: schemaNames,
        Operations: {
          type: 'array',
          description: 'One after the other; all of them or none',
          items: {
            type: 'object',
            required: ['op'],
            properties: {
              op: { type: 'string', description: 'add, replace or remove, in any case' },
              path: { type: 'string', example: 'emails[type eq "work"].value' },
              value: { description: 'What the place becomes; without a path an object of attributes' },
            },
          },
        },
      },
      example: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'active', value: false }],
      },
    },
    ScimError: {
      type: 'object',
      required: ['schemas', 'status'],
      properties: {
        schemas: schemaNames,
        status: { ...text, description: 'The status of the answer', example: '409' },
        scimType: { ...text, description: 'What kind of problem it is (RFC 7644, table 9)', example: 'uniqueness' },
        detail: { type: 'string', description: 'What is wrong and what would help' },
      },
    },
  };
}

function record(type: ResourceType): Schema {
  const { core, extensions } = resourceSchemas[type];
  const { properties, required } = resourceOf([...commonAttributes, ...core.attributes]);
  const extended = extensions.map(({ id, description, attributes }) => [
    id,
    { ...resourceOf(attributes), description },
  ]);
  return {
    type: 'object',
    properties: {
      schemas: { ...schemaNames, example: [core.id] },
      ...properties,
      ...(Object.fromEntries(extended) as Record<string, Shape>),
    },
    required,
  };
}

function resourceOf(attributes: readonly ScimAttribute[]): Shape {
  const shown = attributes.filter(({ name }) => name !== '$ref');
  const required = attributes.filter((each) => each.required).map(({ name }) => name);
  return {
    type: 'object',
    // In a document, a name `$ref` would refer to another part of it.
    properties: Object.fromEntries(shown.map((each) => [each.name, schemaOf(each)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function schemaOf(attribute: ScimAttribute): Shape {
  const { description, mutability, multiValued } = attribute;
  const about = { description, ...(mutability === 'readOnly' ? { readOnly: true } : {}) };
  if (!multiValued) return { ...single(attribute), ...about };
  return { type: 'array', items: single(attribute), ...about };
}

function single({ type, subAttributes, mutability, longest }: ScimAttribute): Shape {
  switch (type) {
    case 'complex':
      return resourceOf(subAttributes ?? []);
    case 'boolean':
      return { type: 'boolean' };
    case 'dateTime':
      return { type: 'string', format: 'date-time' };
    case 'string':
      return mutability === 'readOnly' ? text : { ...text, maxLength: longest };
    case 'reference':
      return text;
  }
}

function listOf(name: string): Schema {
  return {
    type: 'object',
    required: ['schemas', 'totalResults', 'Resources'],
    properties: {
      schemas: schemaNames,
      totalResults: { type: 'integer', description: 'How many there are on all pages' },
      startIndex: { ...whole, description: 'The first resource of this page, from 1' },
      itemsPerPage: { ...whole, description: 'Resources on this page' },
      Resources: { type: 'array', description: 'This page', items: { $ref: `#/components/schemas/${name}` } },
    },
  };
}
