import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyMemory, HeldBody } from './body-memory.js';
import { isJsonType, jsonBody, tooLarge, unsupported, unsupportedCoding } from './json-body.js';
import { StreamedBody } from './streamed-body.js';
import { watchedBody } from './watched-body.js';

const mediaTypeForm = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Bodies are JSON (also `application/*+json`), with their bytes kept beside the value. Raw routes accept anything,
 * unparsed; streamed routes read the body as it arrives. Every body is limited by its route's `bodyLimitBytes`.
 */
export function parseBodies(instance: FastifyInstance, memory: BodyMemory): void {
  instance.removeAllContentTypeParsers();
  instance.decorateRequest('streamedBody', null as unknown as StreamedBody);
  // Fastify itself refuses a malformed media type; raw routes accept it all the same.
  instance.addHook('onRequest', (request, _reply, done) => {
    const { 'content-type': mediaType } = request.headers;
    if (mediaType !== undefined && request.routeOptions.config?.isRaw && !mediaTypeForm.test(mediaType))
      delete request.headers['content-type'];
    done();
  });
  instance.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-encoding': coding = 'identity' } = request.headers;
    // Raw routes verify the sender on the bytes as they came.
    const { isRaw, isStreamed = false } = request.call.facts;
    if (coding.toLowerCase() !== 'identity' && !isRaw && !request.is404) return done(unsupportedCoding(coding));
    if (!isStreamed && !hasBody(request)) return done(null, payload);
    const mostBytes = mostBytesOf(request);
    // Idempotency compares the whole body, so it is received first.
    const isCounted = isStreamed && request.headers['idempotency-key'] === undefined;
    if (hasBody(request)) {
      const { body, refusal } = watchedBody(memory, request, reply, payload as Readable, { mostBytes, isCounted });
      if (refusal) return done(refusal);
      request.call.body = body;
    }
    if (!isStreamed) return done(null, payload);
    const promised = Number(request.headers['content-length'] ?? 0);
    if (promised > mostBytes) return done(tooLarge(mostBytes));
    request.streamedBody = streamed(request, payload as Readable, isCounted ? request.call.body : undefined);
    if (!isCounted) return done(null, payload);
    done(null, Object.assign(Readable.from([]), { receivedEncodedLength: promised }));
  });
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done) => {
    request.rawBody = body;
    if (!request.routeOptions.config?.isStreamed || body.length > 0) request.call.body?.received();
    const { isRaw, isStreamed } = request.routeOptions.config ?? {};
    if (isStreamed && body.length > 0) request.streamedBody = streamed(request, Readable.from([body]));
    // Without a route the answer is 404 or 405, whatever the body.
    if (isRaw || isStreamed || body.length === 0 || request.is404) return done(null, undefined);
    try {
      done(null, valueOf(request, body));
    } catch (error) {
      done(error as Error);
    }
  });
}

function valueOf(request: FastifyRequest, body: Buffer): unknown {
  const { 'content-type': mediaType } = request.headers;
  if (!isJsonType(mediaType)) throw unsupported(mediaType);
  return jsonBody(body);
}

function streamed(request: FastifyRequest, source: Readable, held?: HeldBody): StreamedBody {
  return new StreamedBody(source, {
    mediaType: request.headers['content-type'],
    mostBytes: mostBytesOf(request),
    held,
  });
}

function hasBody({ headers, method }: FastifyRequest): boolean {
  return (
    (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) &&
    method !== 'GET' &&
    method !== 'HEAD'
  );
}

function mostBytesOf(request: FastifyRequest): number {
  return request.routeOptions.bodyLimit ?? 0;
}
