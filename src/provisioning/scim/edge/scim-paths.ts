import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiAddition, ApiAdditions } from '../../../http/openapi/api-additions.js';
import type { ResourceType } from '../schema/schemas.js';
import { scimSchemas, searchFields, shapeFields } from './scim-document.js';

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']>;
type Parameters = NonNullable<Operation['parameters']>;

const mediaType = 'application/scim+json';
const tag = 'SCIM';
const servers = [{ url: '/', description: 'SCIM has one address' }];
const security = [{ scim: [] }];
const refersTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const bodyOf = (name: string) => ({ [mediaType]: { schema: refersTo(name) } });

const refusals: Readonly<Record<string, string>> = {
  400: 'Malformed, or an invalid filter, path or value; `scimType` says which (RFC 7644, table 9)',
  401: 'No token, or one of no connection',
  403: 'The connection of this token, or its organization, is switched off',
  404: 'No such resource in this connection',
  409: 'The name is taken in this connection',
  412: 'If-Match names another version',
  413: 'The body is too large: 1 MiB for a user, 10 MiB for a group',
  415: 'The body is neither application/scim+json nor application/json',
  429: 'Too many requests; Retry-After says when to come back',
};

const shape: Parameters = Object.entries(shapeFields).map(([name, description]) => ({
  name,
  in: 'query',
  description: `${description}, by commas`,
  schema: { type: 'string' },
}));

const listed: Parameters = [
  ...Object.entries(searchFields).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query' as const,
    description,
    schema,
  })),
  ...shape,
];

const id: Parameters[number] = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Given by this service',
  schema: { type: 'string', format: 'uuid' },
};
const ifMatch: Parameters[number] = {
  name: 'If-Match',
  in: 'header',
  description: 'The version that is to be changed',
  schema: { type: 'string' },
};

/** Puts SCIM into the API's document: its paths follow RFC 7644, not the conventions of this API. */
@Injectable()
export class ScimPaths implements ApiAddition {
  constructor(additions: ApiAdditions) {
    additions.add(this);
  }

  addTo(document: OpenAPIObject): OpenAPIObject {
    const components = {
      ...document.components,
      schemas: { ...document.components?.schemas, ...scimSchemas() },
      securitySchemes: {
        ...document.components?.securitySchemes,
        scim: {
          type: 'http' as const,
          scheme: 'bearer',
          description: 'The token of a connection whose connector is `scim`, shown when it is made',
        },
      },
    };
    const tags = [
      ...(document.tags ?? []),
      { name: tag, description: 'People and groups, written by a directory (SCIM 2.0, RFC 7644).' },
    ];
    return { ...document, components, tags, paths: { ...document.paths, ...discovery, ...of('User'), ...of('Group') } };
  }
}

function operation(
  operationId: string,
  summary: string,
  more: Partial<Operation> & Pick<Operation, 'responses'>,
  errors: readonly string[],
): Operation {
  return {
    operationId: `Scim_${operationId}`,
    summary,
    description: 'At this address only, without a prefix.',
    servers,
    tags: [tag],
    security,
    ...more,
    responses: {
      ...more.responses,
      ...Object.fromEntries(
        [...errors, ...(errors.includes('429') ? ['403'] : []), ...(more.requestBody ? ['415'] : [])].map((status) => [
          status,
          { description: refusals[status], content: bodyOf('ScimError') },
        ]),
      ),
    },
  };
}

function discoveredAt(path: string, operationId: string, summary: string, isPublic: boolean): Paths {
  const content = { [mediaType]: { schema: { type: 'object' as const, additionalProperties: true } } };
  const get = operation(
    operationId,
    summary,
    { responses: { 200: { description: 'OK', content } } },
    isPublic ? ['401'] : ['401', '403'],
  );
  return { [`/scim/v2/${path}`]: { get: isPublic ? { ...get, security: [] } : get } };
}

const discovery: Paths = {
  ...discoveredAt('ServiceProviderConfig', 'config', 'Read what this SCIM service can do', true),
  ...discoveredAt('ResourceTypes', 'resourceTypes', 'List the kinds of resources', false),
  ...discoveredAt('Schemas', 'schemas', 'List the schemas with their attributes', false),
};

function of(kind: ResourceType): Paths {
  const [many, one] = kind === 'User' ? ['users', 'user'] : ['groups', 'group'];
  const answer = (description: string) => ({ description, content: bodyOf(`Scim${kind}`) });
  const body = (name: string) => ({ required: true, content: bodyOf(name) });
  const list = { description: 'OK', content: bodyOf(`Scim${kind}List`) };
  const written = ['400', '401', '404', '409', '412', '413', '429'];
  return {
    [`/scim/v2/${kind}s`]: {
      get: operation(
        `list${kind}s`,
        `List the ${many} of the directory`,
        { parameters: listed, responses: { 200: list } },
        ['400', '401', '429'],
      ),
      post: operation(
        `create${kind}`,
        `Create a ${one} of the directory`,
        { parameters: shape, requestBody: body(`Scim${kind}`), responses: { 201: answer('Created') } },
        ['400', '401', '409', '413', '429'],
      ),
    },
    [`/scim/v2/${kind}s/.search`]: {
      post: operation(
        `search${kind}s`,
        `List the ${many} of the directory, asked in a body`,
        { requestBody: body('ScimSearch'), responses: { 200: list } },
        ['400', '401', '413', '429'],
      ),
    },
    [`/scim/v2/${kind}s/{id}`]: {
      get: operation(
        `read${kind}`,
        `Read a ${one} of the directory`,
        { parameters: [id, ...shape], responses: { 200: answer('OK') } },
        ['401', '404', '429'],
      ),
      put: operation(
        `replace${kind}`,
        `Replace a ${one} of the directory`,
        {
          parameters: [id, ifMatch, ...shape],
          requestBody: body(`Scim${kind}`),
          responses: { 200: answer('OK') },
        },
        written,
      ),
      patch: operation(
        `change${kind}`,
        `Change a ${one} of the directory`,
        {
          parameters: [id, ifMatch, ...shape],
          requestBody: body('ScimPatch'),
          responses: {
            200: answer(kind === 'User' ? 'OK' : 'OK, if `attributes` or `Prefer: return=representation` asks for it'),
            ...(kind === 'Group' ? { 204: { description: 'Changed' } } : {}),
          },
        },
        written,
      ),
      delete: operation(
        `remove${kind}`,
        `Remove a ${one} of the directory`,
        { parameters: [id, ifMatch], responses: { 204: { description: 'Removed' } } },
        ['401', '404', '412', '429'],
      ),
    },
  };
}
