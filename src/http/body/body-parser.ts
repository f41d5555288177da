import { isUtf8 } from 'node:buffer';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { nestsDeeper, unstorableTexts } from './unstorable.js';

const jsonForm = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;
/** How texts that cannot be stored must look in UTF-8 that is valid: as escapes. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/i;
const deepest = 64;

const mediaTypeForm = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Bodies are JSON (also `application/*+json`), kept byte for byte beside; raw routes take anything, unparsed.
 * Every body is limited by its route's `bodyLimitBytes`.
 */
export function parseBodies(instance: FastifyInstance): void {
  // Keys that would reach into prototypes are refused, not dropped: nobody sends them by mistake.
  const parseJson = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();
  // Fastify itself refuses a media type that is none; those who push in their own manner are heard all the same.
  instance.addHook('onRequest', (request, _reply, done) => {
    const { 'content-type': mediaType } = request.headers;
    if (mediaType !== undefined && request.routeOptions.config?.isRaw && !mediaTypeForm.test(mediaType)) delete request.headers['content-type'];
    done();
  });
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    request.rawBody = body;
    const { isRaw } = request.routeOptions.config ?? {};
    // Where there is no route, the answer is 404 or 405 whatever the body.
    if (isRaw || body.length === 0 || request.is404) return done(null, undefined);
    if (!jsonForm.test(request.headers['content-type'] ?? '')) return done(unsupported(request.headers['content-type']));
    if (!isUtf8(body)) return done(new Problem('malformed', 'The body is not valid UTF-8'));
    // What walks through bodies further in would run out of stack.
    if (nestsDeeper(body, deepest)) return done(new Problem('malformed', `The body has more than ${deepest} lists and objects within each other`));
    const text = body.toString('utf8');
    // secure-json-parse takes off a byte order mark and refuses what is not JSON.
    parseJson(request, text, (error, parsed) => {
      if (error) return done(Object.assign(new Error('not JSON'), { statusCode: 400, code: 'USHER_MALFORMED_JSON' }));
      const unstorable = unstorableEscape.test(text) ? unstorableTexts(parsed) : [];
      if (unstorable.length > 0) return done(Problem.invalid(unstorable));
      done(null, parsed);
    });
  });
}

function unsupported(mediaType: string | undefined): FastifyError {
  return Object.assign(new Error(`${mediaType ?? 'no media type'}`), { statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', name: 'FastifyError' });
}
