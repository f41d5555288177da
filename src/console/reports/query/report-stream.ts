import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

type Value = string | number | boolean | null;

/**
 * CSV by RFC 4180 in UTF-8: a header line, CRLF, quotes where needed. Text that a spreadsheet would execute as a
 * formula gets a leading apostrophe, since most of a log was sent by strangers.
 */
export function csvStream(columns: readonly string[], batches: AsyncIterable<string>): Readable {
  return Readable.from(csvParts(columns, batches), { objectMode: false });
}

export function csvOf(rows: readonly (readonly unknown[])[]): string {
  return stringify(rows as unknown[][], {
    record_delimiter: '\r\n',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => (value ? 'true' : 'false') },
  });
}

async function* csvParts(columns: readonly string[], batches: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(csvOf([columns]));
  for await (const content of batches) yield Buffer.from(csvOf(JSON.parse(content) as Value[][]));
}

/** `{…about, "rows": […]}` with an object for each row, written while it is read. */
export function jsonStream(about: object, columns: readonly string[], batches: AsyncIterable<string>): Readable {
  return Readable.from(jsonParts(about, columns, batches), { objectMode: false });
}

async function* jsonParts(
  about: object,
  columns: readonly string[],
  batches: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(about).slice(0, -1)},"rows":[`);
  let separator = '';
  for await (const content of batches) {
    const rows = (JSON.parse(content) as Value[][]).map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((name, place) => [name, row[place]]))),
    );
    yield Buffer.from(separator + rows.join(','));
    separator = ',';
  }
  yield Buffer.from(']}');
}
