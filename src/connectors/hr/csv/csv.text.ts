/** The bytes are not in the encoding that they were read in. */
export class Undecodable extends Error {}

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** A byte order mark decides; null: there is none. */
export async function markedEncoding(content: AsyncIterable<Buffer>): Promise<string | null> {
  let head = Buffer.alloc(0);
  for await (const piece of content) {
    head = Buffer.concat([head, piece.subarray(0, 3)]);
    if (head.length >= 3) break;
  }
  return marks.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))?.[0] ?? null;
}

/**
 * The text without its byte order mark.
 * @throws Undecodable: nothing is replaced and nothing guessed
 */
export async function* decoded(content: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of content) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new Undecodable(encoding, { cause: error });
    throw error;
  }
}
