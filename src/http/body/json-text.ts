import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { repeatedMember } from './repeated-members.js';
import { unstorableTexts } from './unstorable.js';

const jsonForm = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;
/** How texts that cannot be stored must look in UTF-8 that is valid: as escapes. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/i;

/** Reads a JSON text (not nested too deeply) or throws. */
export type JsonParser = (text: string) => unknown;

/**
 * Fastify's own: it takes off a byte order mark and refuses members that would reach into prototypes; nobody sends
 * those by mistake.
 */
export function jsonParser(instance: FastifyInstance): JsonParser {
  const parse = instance.getDefaultJsonParser('error', 'error');
  return (text) => {
    const read: { error?: Error | null; value?: unknown } = {};
    parse({} as FastifyRequest, text, (error, value) => Object.assign(read, { error, value }));
    if (read.error) throw notJson();
    return read.value;
  };
}

export function isJsonType(mediaType: string | undefined): boolean {
  return jsonForm.test(mediaType ?? '');
}

/**
 * A JSON text as a value: 400 when it is none, 422 when an object names a member twice or a text cannot be stored.
 * `pointerOf` names the place of an element in the whole body where the text is a list out of it.
 */
export function readJson(parse: JsonParser, text: string, pointerOf?: (index: string) => string): unknown {
  const value = parse(text);
  const repeated = repeatedMember(text, pointerOf);
  if (repeated) throw Problem.invalid([repeated]);
  if (unstorableEscape.test(text)) {
    const problems = pointerOf
      ? Object.entries(value as unknown[]).flatMap(([index, element]) => unstorableTexts(element, pointerOf(index)))
      : unstorableTexts(value);
    if (problems.length > 0) throw Problem.invalid(problems);
  }
  return value;
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

/** Taken for what it is not, a compressed body would be refused for its JSON. */
export function unsupportedCoding(coding: string): Error {
  return Object.assign(new Error(coding), { statusCode: 415, code: 'USHER_CODED_BODY' });
}

/** Of a body that is read while it arrives. */
export function tooLarge(mostBytes: number): Problem {
  return new Problem(
    'too_large',
    `The body is larger than ${Math.floor(mostBytes / 2 ** 20)} MiB, which is the most that this call takes: ` +
      'send it in several calls',
  );
}
