import type { FastifyRequest } from 'fastify';
import { type JsonFault, NotJson, readJson } from '../../../kernel/json/read-json.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { isObject } from '../../../kernel/json/is-object.js';

const limits = { deepest: 20, storable: true };

/** The path below `/scim/v2`: `/Users/5c0c…` is resource `Users`, id `5c0c…`. */
export interface ScimPath {
  readonly resource: string;
  readonly id: string | null;
  readonly isDeeper: boolean;
}

/** Ignores double and trailing slashes. Endpoint names are case-insensitive, ids are not. */
export function pathOf(request: FastifyRequest): ScimPath {
  const [path] = request.url.split('?', 1);
  const [resource = '', ...rest] = path
    .replace(/^\/+scim\/+v2/i, '')
    .split('/')
    .filter(Boolean)
    .map(decoded);
  return { resource: resource.toLowerCase(), id: rest[0] ?? null, isDeeper: rest.length > 1 };
}

/** The object in the body, at most `mostBytes` long. @throws ScimProblem invalidSyntax, 413, 415 */
export function bodyOf(request: FastifyRequest, mostBytes: number): Readonly<Record<string, unknown>> {
  const { rawBody: bytes = Buffer.alloc(0) } = request;
  if (bytes.length > mostBytes) throw new ScimProblem(413, `The body has more than ${mostBytes} bytes`);
  const mediaType = request.headers['content-type']?.split(';', 1)[0].trim().toLowerCase();
  if (mediaType && mediaType !== 'application/scim+json' && mediaType !== 'application/json')
    throw new ScimProblem(415, 'Bodies are application/scim+json or application/json');
  const body = parsed(bytes);
  if (!isObject(body)) throw ScimProblem.bad('invalidSyntax', 'The body is an object');
  return body;
}

function parsed(bytes: Buffer): unknown {
  try {
    return readJson(bytes, limits);
  } catch (error) {
    throw error instanceof NotJson ? refusalOf(error.fault) : error;
  }
}

function refusalOf(fault: JsonFault): ScimProblem {
  if (fault === 'unstorable')
    return ScimProblem.bad('invalidValue', 'The body has characters that are none (U+0000, half of a surrogate pair)');
  return ScimProblem.bad(
    'invalidSyntax',
    fault === 'syntax' ? 'The body is not valid JSON' : 'The body is not JSON as it is expected here',
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
