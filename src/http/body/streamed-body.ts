import type { Readable } from 'node:stream';
import { Problem } from '../../kernel/errors.js';
import type { HeldBody } from './body-memory.js';
import { JsonListSplitter, type RawPart, type SplitList } from './json-list-splitter.js';
import { isJsonType, jsonBody, tooLarge, unsupported } from './json-body.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** For streamed routes. */
    streamedBody: StreamedBody;
  }
}

/** Consecutive elements of a list in a body: parsed, and as they were sent (a JSON list). */
export interface ListPart {
  /** Number of the first one. */
  readonly from: number;
  readonly elements: readonly unknown[];
  readonly json: Buffer;
}

export interface StreamOptions {
  readonly mediaType: string | undefined;
  readonly mostBytes: number;
  /** Counts what has arrived and is not yet consumed. */
  readonly held?: HeldBody;
}

/** A JSON body that is read while it arrives, by the same rules as any other. Can be read once. */
export class StreamedBody {
  constructor(
    private readonly source: Readable,
    private readonly options: StreamOptions,
  ) {}

  /**
   * Splits the list in that member of the body into parts and awaits `take` for each in turn. Resolves with the body
   * without its elements (undefined when there is none). Throws when the body is bad, even if parts were taken before.
   */
  async list(list: SplitList, take: (part: ListPart) => Promise<void>): Promise<unknown> {
    const splitter = new JsonListSplitter(list);
    const { mediaType, mostBytes, held } = this.options;
    let received = 0;
    // The socket stays open: the refusal still has to be sent on it.
    const pieces = this.source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
    const nextPiece = held ? unlessRefused(pieces, held) : () => pieces.next();
    try {
      for (;;) {
        const { done, value: bytes } = await nextPiece();
        if (done) break;
        received += bytes.length;
        if (received > mostBytes) throw tooLarge(mostBytes);
        if (!isJsonType(mediaType)) throw unsupported(mediaType);
        held?.add(bytes.length);
        for (const part of splitter.push(bytes)) {
          await take(partOf(part, list.member));
          held?.add(-Math.min(part.json.length, held.bytes));
        }
      }
    } catch (error) {
      throw this.source.readableAborted ? new Problem('malformed', 'The body ended before it was whole') : error;
    } finally {
      // The rest of the body has to be drained before the next request can be read.
      void pieces.return?.().then(
        () => this.source.resume(),
        () => undefined,
      );
    }
    held?.received();
    if (received === 0) return undefined;
    return jsonBody(splitter.rest());
  }
}

function partOf({ from, json }: RawPart, member: string): ListPart {
  const elements = jsonBody(json, (index) => `#/${member}/${from + Number(index)}`) as unknown[];
  return { from, elements, json };
}

/**
 * Yields pieces as they come, until the body is refused. Trap: raced against a single promise, each piece would live as
 * long as that promise.
 */
function unlessRefused(
  pieces: AsyncIterator<Buffer, undefined>,
  held: HeldBody,
): () => Promise<IteratorResult<Buffer, undefined>> {
  let refusal: Error | undefined;
  let refuseNow: ((refusal: Error) => void) | undefined;
  held.refuse = (error) => {
    refusal = error;
    refuseNow?.(error);
  };
  return () =>
    new Promise((resolve, reject) => {
      if (refusal) return reject(refusal);
      refuseNow = reject;
      pieces.next().then(resolve, reject);
    });
}
