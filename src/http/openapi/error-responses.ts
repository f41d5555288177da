import type { OpenAPIObject } from '@nestjs/swagger';
import { problemMediaType } from '../problem/problem-document.js';
import { isKeyed, methods } from './conventions.js';
import type { Operation } from './operation-words.js';

type Components = NonNullable<OpenAPIObject['components']>;

export const problemSchema: NonNullable<Components['schemas']>[string] = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: {
      type: 'string',
      description: 'Always about:blank (RFC 9457): the status says what kind of problem it is',
      example: 'about:blank',
    },
    title: { type: 'string', description: 'Name of the status', example: 'Unprocessable Entity' },
    status: { type: 'integer', description: 'As in the status line', example: 422 },
    detail: { type: 'string', description: 'What is wrong and what would help', example: 'username: is required' },
    instance: { type: 'string', description: 'The path as called', example: '/users' },
    errors: {
      type: 'array',
      description: 'Each wrong place in the body, as a JSON Pointer',
      items: {
        type: 'object',
        properties: { detail: { type: 'string' }, pointer: { type: 'string', example: '#/username' } },
      },
    },
    conflicting_id: { type: 'string', format: 'uuid', description: '409: the record that is in the way' },
    used_by: {
      type: 'object',
      additionalProperties: true,
      description: '409: what uses the record, by kind: names, or how many',
      example: { captive_portals: ['Lobby'] },
    },
    contains: {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: '409: how many of what an organization still holds',
      example: { users: 12 },
    },
    code: { type: 'string', description: 'What kind of trouble an outside system made', example: 'unreachable' },
    totp_required: { type: 'boolean', description: '401: the password was right, a code is needed, too' },
    file: { type: 'object', additionalProperties: true, description: '422: what was found in a file' },
  },
};

const problemContent = { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } };

const meanings: Readonly<Record<string, string>> = {
  400: 'Malformed JSON, an unknown query parameter or a wrong parameter value',
  401: 'No API key, or one that is unknown, expired or revoked',
  403: 'The key lacks the permission, or may not act for the organization',
  404: 'Unknown id or path',
  409: 'Exists already, is in use, or a request with this Idempotency-Key is still running',
  412: 'If-Match names an older revision',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'Wrong fields in the body; `errors` points at each',
  429: 'Over the rate limit; Retry-After says when to come back',
  500: 'Unexpected failure',
  503: 'Not able to answer at the moment; Retry-After says when to come back',
};

export const problemResponses: NonNullable<Components['responses']> = Object.fromEntries(
  Object.entries(meanings).map(([status, description]) => [
    `Problem${status}`,
    { description, content: problemContent },
  ]),
);

/**
 * Adds to each operation the errors that it can answer with. An operation's own description of one stays, and gets the
 * form of a problem where it names none.
 */
export function describeErrors(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      for (const status of errorsOf(method, path, operation))
        operation.responses[status] ??= { $ref: `#/components/responses/Problem${status}` };
      for (const [status, answer] of Object.entries(operation.responses))
        if (Number(status) >= 400 && answer && !('$ref' in answer)) answer.content ??= problemContent;
    }
  }
  return document;
}

function errorsOf(method: string, path: string, operation: Operation): string[] {
  // Also where none is needed: one that comes all the same is read, and has to be JSON.
  const takesBodies = method !== 'get' && isKeyed(operation);
  return [
    '400',
    ...(isKeyed(operation) ? ['401', '403', '429'] : ['401']),
    ...(path.includes('{') ? ['404'] : []),
    ...(operation.requestBody || takesBodies ? ['413'] : []),
    ...(takesBodies ? ['415', '422'] : []),
    ...(method === 'get' && !isMadeFile(operation) ? [] : ['409']),
    ...(['patch', 'delete'].includes(method) ? ['412'] : []),
    '500',
    '503',
  ];
}

/** A file that is made of rows: 409 while it is not ready, or there is nothing to put into it. */
function isMadeFile({ responses }: Operation): boolean {
  const answer = responses['200'];
  const types = answer && 'content' in answer ? Object.keys(answer.content ?? {}) : [];
  return types.some((type) => ['application/pdf', 'text/csv'].includes(type));
}
