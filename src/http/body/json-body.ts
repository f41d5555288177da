import type { FastifyError } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { type JsonLimits, NotJson, readJson } from '../../kernel/json/read-json.js';

const jsonForm = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

export const bodyLimits: JsonLimits = { deepest: 64, namesOnce: true, reservedNames: 'reaching', storable: true };

export function isJsonType(mediaType: string | undefined): boolean {
  return jsonForm.test(mediaType ?? '');
}

/**
 * A body as a value: 400 when it is not JSON, 422 when an object names a member twice or a text cannot be stored.
 * `elementPointer` is the place in the whole body when the bytes are a list cut out of it.
 */
export function jsonBody(bytes: Buffer, elementPointer?: (index: string) => string): unknown {
  try {
    return readJson(bytes, bodyLimits, elementPointer);
  } catch (error) {
    throw error instanceof NotJson ? refusalOf(error) : error;
  }
}

function refusalOf({ fault, problems }: NotJson): Error {
  if (problems.length > 0) return Problem.invalid(problems);
  if (fault === 'encoding') return new Problem('malformed', 'The body is not valid UTF-8');
  return fault === 'depth' ? tooDeep() : notJson();
}

export function tooDeep(): Problem {
  return new Problem('malformed', `The body has more than ${bodyLimits.deepest} lists and objects within each other`);
}

export function notJson(): Error {
  return Object.assign(new Error('not JSON'), { statusCode: 400, code: 'USHER_MALFORMED_JSON' });
}

export function unsupported(mediaType: string | undefined): FastifyError {
  return Object.assign(new Error(`${mediaType ?? 'no media type'}`), {
    statusCode: 415,
    code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    name: 'FastifyError',
  });
}

/** Otherwise a compressed body would be refused as bad JSON. */
export function unsupportedCoding(coding: string): Error {
  return Object.assign(new Error(coding), { statusCode: 415, code: 'USHER_CODED_BODY' });
}

/** For a body that is read while it arrives. */
export function tooLarge(mostBytes: number): Problem {
  return new Problem(
    'too_large',
    `The body is larger than ${Math.floor(mostBytes / 2 ** 20)} MiB, which is the most that this call takes: ` +
      'send it in several calls',
  );
}
