import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { methodOf } from '../route.js';

/** What If-Match asks for: one of these revisions, any (`*`), or nothing (undefined). */
export type Expected = readonly number[] | '*' | undefined;

/** Some clients take the quotes off a header's value and do not put them back. */
const form = /^(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))$/;

export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/** Reads an If-Match header. A tag that is not ours matches no revision, so the call is refused as stale. */
function readExpected(header: string | undefined): Expected {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  // A compressing proxy makes the tag weak; it still names the revision.
  return header.split(',').map((tag) => {
    const [, quoted, bare] = form.exec(tag.trim()) ?? [];
    return Number(quoted ?? bare ?? -1);
  });
}

/** Throws `stale` (412) unless the record has a revision that the caller has seen. Call it with the row locked. */
export function requireExpected(expected: Expected, revision: number): void {
  if (expected === undefined || expected === '*' || expected.includes(revision)) return;
  throw new Problem(
    'stale',
    'The record was changed in the meantime: read it again and repeat the change with its new ETag',
  );
}

const readHeader = createParamDecorator((_: undefined, host: ExecutionContext): Expected =>
  readExpected(host.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

/** `@IfMatch() expected: Expected` on PATCH and DELETE; the service passes it to `requireExpected`. */
export function IfMatch(): ParameterDecorator {
  return (target, key, index) => {
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'ETag of the record as last read; 412 when it has changed since',
    })(target, key ?? '', { value: methodOf(target, key) });
    readHeader()(target, key, index);
  };
}

/** Whether the caller already has this representation (If-None-Match: weak comparison, RFC 9110 section 13.1.2). */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag));
}
