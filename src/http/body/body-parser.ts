import { isUtf8 } from 'node:buffer';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { nulPointers } from './nul-pointers.js';

const jsonForm = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

/**
 * Bodies are JSON (also `application/*+json`), kept byte for byte beside; raw routes take anything, unparsed.
 * Every body is limited by its route's `bodyLimitBytes`.
 */
export function parseBodies(instance: FastifyInstance): void {
  // Keys that would reach into prototypes are refused, not dropped: nobody sends them by mistake.
  const parseJson = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    request.rawBody = body;
    const { isRaw } = request.routeOptions.config ?? {};
    // Where there is no route, the answer is 404 or 405 whatever the body.
    if (isRaw || body.length === 0 || request.is404) return done(null, undefined);
    if (!jsonForm.test(request.headers['content-type'] ?? '')) return done(unsupported(request.headers['content-type']));
    if (!isUtf8(body)) return done(new Problem('malformed', 'The body is not valid UTF-8'));
    // secure-json-parse takes off a byte order mark and refuses what is not JSON.
    parseJson(request, body.toString('utf8'), (error, parsed) => {
      if (error) return done(Object.assign(new Error('not JSON'), { statusCode: 400, code: 'USHER_MALFORMED_JSON' }));
      const nuls = body.includes('\\u0000') ? nulPointers(parsed) : [];
      if (nuls.length > 0) return done(Problem.invalid(nuls.map((pointer) => ({ pointer, detail: 'must not contain the character U+0000' }))));
      done(null, parsed);
    });
  });
}

function unsupported(mediaType: string | undefined): FastifyError {
  return Object.assign(new Error(`${mediaType ?? 'no media type'}`), { statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', name: 'FastifyError' });
}
